import { readFileSync, writeFileSync } from 'node:fs';
import { PUBLISHED, readTallies } from './published.js';
import type { Tally } from './tally.js';

/** The page that shows the published numbers, from the root of the repository. */
export const PAGE = 'docs/evidence/others.md';

const MARK = '<!-- truth: npm run tables -- truth -->';

/** A column: its title, and its text for a row. */
const COLUMNS: readonly (readonly [title: string, textOf: (tally: Tally) => string])[] = [
  ['Set', ({ set }) => `\`${set}\``],
  ['Part', ({ part }) => part],
  ['Cases', ({ cases }) => number(cases)],
  ['Run', ({ run }) => number(run)],
  ['Right', ({ right }) => number(right)],
  ['Wrong', ({ wrong }) => number(wrong)],
  ['Explained', ({ explained }) => number(explained)],
  ['Undecided', ({ undecided, causes }) => (undecided === 0 ? '0' : `${number(undecided)}: ${listed(causes)}`)],
  ['Points', ({ points, mostPoints }) => (points === undefined ? '' : `${number(points)} of ${number(mostPoints!)}`)],
  ['CPU s', ({ cpu }) => number(cpu)],
  ['Limit', ({ limits }) => limits.join(', ')],
  ['Commit', ({ commits }) => commits.join(', ')],
];

/** Returns the page with the table of these numbers in place of its table. */
export function pageWith(text: string, tallies: readonly Tally[]): string {
  const lines = text.split('\n');
  const mark = lines.indexOf(MARK);
  if (mark < 0) throw new Error(`${PAGE} does not contain ${MARK}`);
  const start = mark + 2;
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  lines.splice(start, length, ...table(tallies));
  return lines.join('\n');
}

/** `npm run tables -- truth`: writes the page. */
export function makePage(): void {
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), readTallies(PUBLISHED)));
}

function table(tallies: readonly Tally[]): string[] {
  return [
    lineOf(COLUMNS.map(([title]) => title)),
    lineOf(COLUMNS.map(() => '---')),
    ...tallies.map((tally) => lineOf(COLUMNS.map(([, textOf]) => textOf(tally)))),
  ];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function listed(causes: Tally['causes']): string {
  return Object.entries(causes)
    .map(([cause, count]) => `${cause} ${number(count)}`)
    .join(', ');
}

function number(value: number): string {
  return value.toLocaleString('en');
}
