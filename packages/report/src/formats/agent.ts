import { modelTitle, printable, printableLines } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import { historyInWords } from '../values/history-in-words.js';
import { slashed } from '../values/paths.js';
import type { CheckReport, ErrorReport, RepairReport, Report } from '../values/report.js';
import { fixText, whyTexts } from '../text/counterexample-text.js';
import { incompleteText } from '../text/incomplete-text.js';
import { narrowDiff } from '../text/narrow-diff.js';
import { nextStep } from '../text/next-step.js';
import { counted, listed } from '../text/numbers.js';
import { isNamedAfter, programTitle } from '../text/headline.js';
import { fixCommand, replayCommand } from '../text/replay-command.js';
import type { Gap, Row } from '../text/rows.js';
import { rowsOf, shortened } from '../text/rows.js';
import { scenarioCoverage } from '../text/scenario-coverage.js';
import { breakable, render } from '../text/style.js';
import { modelsInWords } from '../text/words.js';
import type { BugFinding } from './findings.js';
import { bugFindingsOf, groupedBy } from './findings.js';
import { notesOnSafety } from './notes.js';
import type { OutcomeOptions } from './outcome.js';
import { isFound, isInconclusive, isLimit } from './outcome.js';

/** More bugs of a program get only their first line. */
const MOST_EXPLAINED = 3;
/** The last steps matter most; `replay` shows all. */
const MOST_STEPS = 14;
const LEAST_STEPS = 6;
/** Lines of a bug, so that a report of one has 25 with the verdicts under other models and what is not covered. */
const MOST_LINES = 23;
const MOST_DIFF_LINES = 14;

/**
 * The report for a coding agent: few words, no drawing, nothing that a pipe would cut. Every verdict is a line that
 * begins with its word: `failed`, `undecided`, `refused`, `safe within bounds` or `safe`; all others are indented.
 */
export function agentReport(report: Report, options: OutcomeOptions = {}): string {
  const { checks, errors = [] } = report;
  const programs = groupedBy(checks, ({ source, program }) => [source, program]);
  const lines = [
    ...errors.flatMap(refusal),
    ...programs.flatMap((group) => programLines(group, report, options)),
    ...(checks.length === 0 ? [] : [`not covered: ${notCovered(checks)}`]),
  ];
  return lines.map((line) => `${printable(breakable(line))}\n`).join('');
}

function refusal(error: ErrorReport): string[] {
  const { source, program, code, message, site, hint } = error;
  const [first = '', ...more] = printableLines(message).split('\n');
  return [
    `${isLimit(error) ? 'undecided' : 'refused'} ${placeOf(source, site)} ${code}: ${isNamedAfter(program, source) ? '' : `${program}: `}${first}`,
    ...more.slice(0, MOST_STEPS).map((line) => `  ${line}`),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
  ];
}

function programLines(group: readonly CheckReport[], { repairs }: Report, options: OutcomeOptions): string[] {
  const bugs = bugFindingsOf({ checks: group, repairs: repairs ?? [] }, options).filter(({ rule }) => rule !== 'inconclusive'); // prettier-ignore
  const found = bugs.filter(({ level }) => level !== 'note');
  return [
    ...found.flatMap((bug, i) => bugLines(bug, i < MOST_EXPLAINED)),
    ...undecided(group.filter(isInconclusive)),
    ...safe(group.filter((check) => check.verdict === 'safe' && !isInconclusive(check) && !isFound(check, options))),
  ];
}

function bugLines(bug: BugFinding, isExplained: boolean): string[] {
  const { rule, headline, message, also, repair, source, program, site, told } = bug;
  const name = isNamedAfter(program, source) ? '' : ` [program: ${program}]`;
  const first = `failed ${placeOf(source, site)} ${rule}: ${withoutRule(headline, rule)}${name}`;
  if (!isExplained || told === undefined) return [first];
  const { check, counterexample } = told;
  const before = [
    first,
    ...message.slice(0, MOST_STEPS).map((line) => `  ${line}`),
    ...(also === undefined ? [] : [`  also: ${also}`]),
    ...callLines(bug),
    ...whyTexts(counterexample, source).map((why) => `  why: ${why}`),
  ];
  const after = [
    ...(repair === undefined ? advice(counterexample, check, rule) : repairLines(repair, check)),
    ...(rule === 'sc-violation' ? ['  no check fails: if this is intended, add --allow-relaxed'] : []),
    `  replay: ${replayCommand(check, counterexample)}`,
  ];
  const room = MOST_LINES - before.length - after.length;
  const most = Math.max(LEAST_STEPS, Math.min(MOST_STEPS, room));
  return [...before, ...stepLines(counterexample, source, most), ...after];
}

/** `deadlock: deadlock: …` says it once. */
function withoutRule(headline: string, rule: string): string {
  const repeated = `${rule.replaceAll('-', ' ')}: `;
  return headline.startsWith(repeated) ? headline.slice(repeated.length) : headline;
}

/** The calls of a history that no sequential order explains. */
function callLines({ occurrences }: BugFinding): string[] {
  const found = occurrences.map(({ found: each }) => each).find((each) => each !== undefined && 'message' in each);
  const history = found !== undefined && 'message' in found ? found.history : undefined;
  if (history === undefined) return [];
  const { initial, columns } = historyInWords(history);
  const first = initial.length === 0 ? '' : `after ${initial.join(', ')}: `;
  const threads = columns.map(({ name, cells }) => `${name}: ${cells.filter((cell) => cell !== '').join(', ')}`);
  return [`  calls: ${first}${threads.join(' | ')}`];
}

function stepLines(counterexample: Counterexample, source: string, most: number): string[] {
  const { story } = counterexample;
  const rows = shortened(rowsOf(story, source, counterexample), counterexample);
  // The line about earlier steps is one of them.
  const last = rows.length <= most ? rows : rows.slice(1 - most);
  const left = rows.length - last.length;
  return [
    ...(left === 0 ? [] : [`  … ${counted(left, 'earlier step')}: replay shows them`]),
    ...last.map((row) => `  ${stepLine(row, story.threads.map(({ name }) => name))}`), // prettier-ignore
  ];
}

function stepLine(row: Row | Gap, threads: readonly string[]): string {
  if ('omitted' in row) return `… ${counted(row.omitted, 'step')}`;
  const { thread, mark, text, note } = row;
  const place = /^\d+$/.test(mark) ? `, line ${mark}` : mark === '' ? '' : `, ${mark}`;
  return `${threads[thread]!}${place}: ${render(note === undefined ? text : [...text, ' ', ...note], false)}`;
}

function advice(counterexample: Counterexample, { source }: CheckReport, rule: string): string[] {
  const text = fixText(counterexample, source);
  if (text !== undefined) return [`  fix (not checked): ${text}`];
  const next = nextStep(counterexample, source, rule);
  return next === undefined ? [] : [`  next: ${next}`];
}

/** The diff without the name of its file, which the command before it has, unless there are several. */
function withoutName(lines: readonly string[]): readonly string[] {
  const names = lines.filter((line, i) => line.startsWith('+++ ') && lines[i + 1]?.startsWith('@@ ') === true);
  return names.length === 1 ? lines.slice(2) : lines;
}

function repairLines(repair: RepairReport, check: CheckReport): string[] {
  const { goal, models, diff } = repair;
  const command = fixCommand(check, models, true);
  // Several hunks are told without the lines around them.
  const wide = narrowDiff(diff);
  const lines = wide.length <= MOST_DIFF_LINES ? wide : withoutName(narrowDiff(diff, 0));
  const left = lines.length - MOST_DIFF_LINES;
  return [
    `  fix (compiled and checked: ${goal} under ${modelsInWords(models)}): ${command}`,
    ...lines.slice(0, MOST_DIFF_LINES).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … ${counted(left, 'more line')} of the diff: fencepost fix without --write shows them`] : []),
  ];
}

function undecided(checks: readonly CheckReport[]): string[] {
  return groupedBy(checks, ({ incomplete }) => [incomplete?.stoppedBy, incomplete?.covered]).map((group) => {
    const { incomplete } = group[0]!;
    const why = incomplete === null ? 'The search could not tell whether it is robust.' : incompleteText(incomplete);
    return `undecided ${programTitle(group[0]!)} under ${under(group)}: ${why}`;
  });
}

/** A structure was checked with calls up to a bound; for anything else, safe has the bounds of the program itself. */
function safe(checks: readonly CheckReport[]): string[] {
  const groups = groupedBy(checks, ({ scenarios }) => [scenarios?.extent, scenarios?.random?.extent]);
  return groups.flatMap((group) => {
    const [check] = group as [CheckReport];
    const bounds = scenarioCoverage(check);
    const relaxed = group.filter(({ robust }) => robust === false);
    const extent = relaxed.length === 0 ? '' : `, not robust under ${under(relaxed)} (allowed)`;
    const word = check.scenarios === undefined ? 'safe' : 'safe within bounds';
    return [
      `${word} ${programTitle(check)} under ${under(group)}${bounds === undefined ? '' : `: ${bounds}`}${extent}`,
      ...notesOnSafety({ version: 1, tool: '', checks: group }).map(({ text }) => `  note: ${text}`),
    ];
  });
}

function under(checks: readonly CheckReport[]): string {
  return modelsInWords([...new Set(checks.map(({ model }) => model))]);
}

/** Everything that the verdicts do not cover. */
function notCovered(checks: readonly CheckReport[]): string {
  const models = [...new Set(checks.map(({ model }) => modelTitle(model)))];
  const extents = new Set(checks.flatMap(({ scenarios }) => scenarios?.extent ?? []));
  const stopped = checks.some(({ incomplete }) => incomplete?.stoppedBy === 'failure');
  return [
    ...(stopped ? ['executions after the first failures (--all explores them)'] : []),
    ...[...extents].map((extent) => `scenarios larger than those ${extent}`),
    `models other than ${listed(models)}`,
    'inputs, sizes and numbers of threads other than those of the program',
  ].join('; ');
}

function placeOf(source: string, site: ErrorReport['site']): string {
  return site === undefined || site.line < 1 ? slashed(source) : `${slashed(site.file)}:${site.line}`;
}
