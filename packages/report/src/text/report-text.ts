import type { ModelName } from '@fencepost/core';
import { modelTitle } from '@fencepost/core';
import type { Bug, BugPart } from '../values/bugs.js';
import { bugsOf, programsOf, repairOf } from '../values/bugs.js';
import type { CheckReport, RepairReport, SourceLines } from '../values/report.js';
import { counterexampleLines, replayLine, whyLines } from './counterexample-text.js';
import { clausesOf, findingOf } from './findings.js';
import { headlines } from './headline.js';
import { NOT_STARTED, incompleteText } from './incomplete-text.js';
import { hanging, indent, wrap, wrapIndented } from './layout.js';
import { counted } from './numbers.js';
import { shortPaths } from './places.js';
import { scenarioCoverage } from './scenario-coverage.js';
import type { Text, TextStyle } from './style.js';
import { render, span } from './style.js';
import { summaryText } from './summary-text.js';
import { modelName } from './verdict-words.js';

/** Maximum number of bugs of a program that are shown. */
const MOST_LISTED = 10;

/** Maximum number of findings that are named in addition to the worst one of a bug. */
const MOST_CLAUSES = 3;

/**
 * Returns the terminal output for checks: for each program the verdicts, then its bugs. The worst is shown in full, the
 * others in brief.
 */
export function textReport(
  checks: readonly CheckReport[],
  sources: SourceLines,
  style: TextStyle,
  repairs: readonly RepairReport[] = [],
): string[] {
  const isQuiet = style.quiet === true;
  const lines = programsOf(checks).flatMap((program, i) => [
    ...(i === 0 || isQuiet ? [] : [[]]),
    ...programLines(program, sources, style, repairOf(program[0]!, repairs)),
  ]);
  return lines.map((line) => render(line, style.colour));
}

/** Sums up the checks in one line. */
export function summaryLine(
  checks: readonly CheckReport[],
  { colour }: Pick<TextStyle, 'colour'>,
  repairs: readonly RepairReport[] = [],
): string {
  return render(summaryText(checks, repairs), colour);
}

function programLines(
  checks: readonly CheckReport[],
  sources: SourceLines,
  style: TextStyle,
  repair: RepairReport | undefined,
): Text[] {
  if (style.quiet === true) return headlines(checks, style.width);
  const bugs = bugsOf(checks, repair);
  const shown = style.all === true ? bugs : bugs.slice(0, MOST_LISTED);
  const left = bugs.length - shown.length;
  const inFull = shown.findIndex(({ main }) => main.counterexample !== null);
  return [
    ...headlines(checks, style.width),
    ...shown.flatMap((bug, i) => {
      const isFull = style.all === true || i === Math.max(0, inFull);
      return [[], ...indent(bugLines(bug, isFull, sources, { ...style, width: style.width - 2 }), 2)];
    }),
    ...(left === 0 ? [] : [[], [span(`  … and ${counted(left, 'more bug')}; --format json has them all`, 'dim')]]),
    ...remarks(checks, style.width),
  ];
}

function bugLines(bug: Bug, isFull: boolean, sources: SourceLines, style: TextStyle): Text[] {
  const { check, failure, counterexample } = bug.main;
  const { width, explain = false, cost = false } = style;
  const room = width - 2;
  // The cause comes first: the execution is its evidence.
  const why = isFull && counterexample !== null ? whyLines(counterexample, check.source, room) : [];
  const heading = headingLines(bug, why, width);
  if (!isFull) {
    return [...heading, ...(counterexample === null ? [] : indent([replayLine(check, counterexample)], 2))];
  }
  const body =
    counterexample === null
      ? wrap([notFoundAgain(check)], room)
      : counterexampleLines(counterexample, {
          ...{ check, failure, sources, width: room, explain, repair: bug.repair, cost },
        });
  return [...heading, [], ...indent(body, 2)];
}

/** Returns the worst finding, where it is, how often it happens, why, and the other findings of the bug. */
function headingLines({ main, others, models }: Bug, why: readonly Text[], width: number): Text[] {
  const { title, message, about, shownBy } = findingOf(main);
  const tone = main.failure === undefined ? 'warning' : 'error';
  const details = [about, shownBy].filter((text) => text !== '').join('; ');
  return [
    ...hanging([span(namesOf(models), 'strong'), '  '], [span(title, tone)], width),
    ...indent(message.flatMap((line) => wrapIndented(line, 'plain', width - 4)), 4), // prettier-ignore
    ...indent(details === '' ? [] : wrap([span(details, 'dim')], width - 2), 2),
    ...indent(why, 2),
    ...indent(clauseLines(main, others, width - 2), 2),
  ];
}

function clauseLines(main: BugPart, others: readonly BugPart[], width: number): Text[] {
  const text = alsoText(main, others);
  return text === undefined ? [] : wrap([`also ${text}`], width);
}

/** Names the other findings of a bug; undefined if there are none to name. */
export function alsoText(main: BugPart, others: readonly BugPart[]): string | undefined {
  const clauses = clausesOf(others, main);
  if (clauses.length === 0) return undefined;
  const shown = clauses.slice(0, MOST_CLAUSES);
  const left = clauses.length - shown.length;
  return `${shown.join('; ')}${left === 0 ? '' : `, and ${counted(left, 'more finding')}`}`;
}

function namesOf(models: readonly ModelName[]): string {
  return models.map(modelTitle).join(', ');
}

/** Remarks that qualify the verdicts. Those for several models appear once. */
function remarks(checks: readonly CheckReport[], width: number): Text[] {
  const models = new Map<string, string[]>();
  for (const check of checks) {
    const { notes } = check;
    const texts = [...coverageTexts(check), ...notes.map((note) => `note: ${shortPaths(note)}`)];
    for (const text of texts) models.set(text, [...(models.get(text) ?? []), modelName(check)]);
  }
  const lines = [...models].flatMap(([text, under]) =>
    hanging([span(under.join(', '), 'strong'), '  '], remark(text), width - 2),
  );
  return lines.length === 0 ? [] : [[], ...indent(lines, 2)];
}

/** Returns what the search covered, if there is anything to report. */
function coverageTexts(check: CheckReport): string[] {
  const scenarios = scenarioCoverage(check);
  if (scenarios !== undefined) return [`checked: ${scenarios}`];
  if (check.incomplete === null) return [];
  // The failure already gives the number of executions that fail.
  if (check.incomplete.stoppedBy === 'failure') return ['stopped early: --all explores the rest'];
  // The verdict already states it.
  if (check.incomplete.covered === NOT_STARTED) return [];
  return [`not complete: ${incompleteText(check.incomplete)}`];
}

function remark(text: string): Text {
  const label = text.indexOf(':') + 1;
  return [span(text.slice(0, label), 'warning'), text.slice(label)];
}

function notFoundAgain({ incomplete }: CheckReport): string {
  return incomplete?.stoppedBy === 'time'
    ? 'There was no time left to find an execution again that shows it: raise --max-time.'
    : 'No execution that shows it could be found again.';
}
