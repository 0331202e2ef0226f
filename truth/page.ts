import { readFileSync, writeFileSync } from 'node:fs';
import type { Beside, More } from './beside/beside.js';
import { reasonFor } from './beside/reasons.js';
import { BESIDE, PUBLISHED, readBeside, readTallies } from './published.js';
import type { Tally } from './tally.js';

/** The page that shows the published numbers, from the root of the repository. */
export const PAGE = 'docs/evidence/others.md';

/** A column: its title, and its text for a row. */
type Column<T> = readonly [title: string, textOf: (row: T) => string];

const COLUMNS: readonly Column<Tally>[] = [
  ['Set', ({ set }) => `\`${set}\``],
  ['Part', ({ part }) => part],
  ['Cases', ({ cases }) => number(cases)],
  ['Run', ({ run }) => number(run)],
  ['Right', ({ right }) => number(right)],
  ['Wrong', ({ wrong }) => number(wrong)],
  ['Explained', ({ explained }) => number(explained)],
  ['Undecided', ({ undecided, causes }) => (undecided === 0 ? '0' : `${number(undecided)}: ${listed(causes)}`)],
  [
    'Points',
    ({ points, mostPoints }) =>
      points === undefined || mostPoints === 0 ? '' : `${number(points)} of ${number(mostPoints!)}`,
  ],
  ['CPU s', ({ cpu }) => number(cpu)],
  ['Limit', ({ limits }) => limits.join(', ')],
  ['Commit', ({ commits }) => commits.join(', ')],
];

/** How both tools compare, for a part of the set. */
const BOTH: readonly Column<Beside>[] = [
  ['Tests', ({ part }) => part],
  ['Run by both', ({ tests, both }) => `${number(both)} of ${number(tests)}`],
  ['Equal', ({ equal }) => number(equal)],
  ['Blocked', ({ blocked }) => number(blocked)],
  ['Blocked, GenMC', ({ theirBlocked }) => number(theirBlocked)],
  ['CPU s', ({ cpu }) => number(cpu)],
  ['CPU s, GenMC', ({ theirCpu }) => number(theirCpu)],
  ['Commit', ({ commits }) => commits.join(', ')],
];

/** A test where we build many more blocked executions. */
const MORE: readonly Column<More>[] = [
  ['Test', ({ id }) => `\`${id}\``],
  ['Executions', ({ executions }) => number(executions)],
  ['Executions, GenMC', ({ theirExecutions }) => number(theirExecutions)],
  ['Blocked', ({ blocked }) => number(blocked)],
  ['Blocked, GenMC', ({ theirBlocked }) => number(theirBlocked)],
  ['Why', ({ id }) => reasonFor(id) ?? ''],
];

/** The numbers that the page shows. */
export interface Shown {
  readonly tallies: readonly Tally[];
  readonly beside: readonly Beside[];
}

/** Returns the page with tables of these numbers in place of its tables. */
export function pageWith(page: string, { tallies, beside }: Shown): string {
  const withResults = tableAt(page, 'results', tableOf(COLUMNS, tallies));
  return tableAt(tableAt(withResults, 'beside', tableOf(BOTH, beside)), 'blocked', tableOf(MORE, mostOf(beside)));
}

/** Returns the tests with far more blocked executions. A test that is one under several models is shown once. */
function mostOf(beside: readonly Beside[]): More[] {
  const tests = new Map<string, More>();
  for (const each of beside.flatMap(({ more }) => more)) {
    const name = each.id.slice(each.id.indexOf(' ') + 1);
    if (!tests.has(name)) tests.set(name, each);
  }
  return [...tests.values()];
}

/** Returns what is published. */
export function published(): Shown {
  return { tallies: readTallies(PUBLISHED), beside: readBeside(BESIDE) };
}

/** `npm run tables -- truth`: writes the page. */
export function makePage(): void {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), published()));
}

function tableAt(page: string, name: string, rows: readonly string[]): string {
  const mark = `<!-- truth: ${name} -->`;
  const lines = page.split('\n');
  const at = lines.indexOf(mark);
  if (at < 0) throw new Error(`${PAGE} does not contain ${mark}`);
  const start = at + 2;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  lines.splice(start, length, ...rows);
  return lines.join('\n');
}

function tableOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string[] {
  return [
    lineOf(columns.map(([title]) => title)),
    lineOf(columns.map(() => '---')),
    ...rows.map((row) => lineOf(columns.map(([, textOf]) => textOf(row)))),
  ];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The number of each cause, unless there is only one. */
function listed(causes: Tally['causes']): string {
  const all = Object.entries(causes);
  return all.map(([cause, count]) => (all.length === 1 ? cause : `${cause} ${number(count)}`)).join(', ');
}

function number(value: number): string {
  return value.toLocaleString('en');
}
