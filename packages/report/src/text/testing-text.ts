import { failureKey } from '@fencepost/core';
import { sameReason } from '../values/bugs.js';
import type { SourceLines } from '../values/report.js';
import type { CycleOutcome, CycleReport, TestFailureReport, TestMethod, TestReport } from '../values/testing.js';
import { counterexampleLines, replayLine, whyLines } from './counterexample-text.js';
import { AccessNames } from './cycle-list.js';
import { failureFinding } from './findings.js';
import { titleLines } from './headline.js';
import { hanging, indent, wrap, wrapIndented } from './layout.js';
import { count, counted, duration, listed } from './numbers.js';
import { shortPaths } from './places.js';
import type { Text, TextStyle, Tone } from './style.js';
import { render, span } from './style.js';
import { modelName } from './verdict-words.js';

/** Maximum number of cycles shown per test. The others are only counted. */
const MOST_TOLD = 10;

/** Returns the terminal output for the tests of a program. */
export function testingText(tests: readonly TestReport[], sources: SourceLines, style: TextStyle): string[] {
  const { source, program } = tests[0]!;
  const { width } = style;
  const told: Told[] = [];
  const lines = [
    ...titleLines(source, program, width),
    ...tests.flatMap((test) => indent(headline(test, width - 2), 2)),
    ...tests.flatMap((test) => indent(findings(test, told, sources, width - 2), 2)),
    ...indent(remarks(tests, width - 2), 2),
  ];
  return lines.map((line) => render(line, style.colour));
}

function headline(test: TestReport, width: number): Text[] {
  const { executions, seconds, method } = test;
  const done = `${counted(executions, 'execution')}${HOW[method]}`;
  const verdict = verdictOf(test);
  const numbers = `${duration(seconds)}, ${seedsInWords(test)}`;
  const text =
    verdict === undefined
      ? [`nothing found in ${done}`, span(`  ${numbers}`, 'dim')]
      : [span(verdict, toneOf(test)), span(`  ${done}, ${numbers}`, 'dim')];
  const lead = [span(modelName(test), 'strong'), '  '];
  const cycles = method === 'active' ? wrap([cyclesInWords(test)], width - 5) : [];
  return [...hanging(lead, text, width), ...indent(cycles, 5)];
}

function seedsInWords({ seed, seeds }: TestReport): string {
  return seeds === undefined ? `seed ${seed}` : `${counted(seeds, 'seed')} from ${seed} on`;
}

const HOW: Readonly<Record<TestMethod, string>> = {
  active: '',
  random: ' at random',
  pct: ' by priorities (PCT)',
  pos: ' by partial orders (POS)',
  surw: ' selectively uniform (SURW)',
};

/** Returns the verdict, or undefined if nothing was found. Never `safe`, because tests cannot prove safety. */
function verdictOf({ failures, confirmed }: TestReport): string | undefined {
  if (failures.some(({ underSc }) => underSc === null)) return 'fails, not seen under SC';
  if (failures.length > 0) return 'fails, also under SC';
  return confirmed > 0 ? 'not robust, apparently benign' : undefined;
}

function toneOf({ failures }: TestReport): Tone {
  return failures.length > 0 ? 'error' : 'warning';
}

function cyclesInWords(test: TestReport): string {
  const { predicted, confirmed, harmful, cycles } = test;
  const having = (outcome: CycleOutcome): number => cycles.filter((cycle) => cycle.outcome === outcome).length;
  const impossible = having('not possible');
  const others = cycles.filter((cycle) => !cycle.predicted).length;
  return [
    `${counted(predicted, 'cycle')} predicted`,
    ...(others === 0 ? [] : [`${count(others)} other seen`]),
    ...(impossible === 0 ? [] : [`${count(impossible)} not possible under ${modelName(test)}`]),
    `${count(confirmed)} confirmed`,
    `${count(harmful)} harmful`,
    `${count(having('not confirmed'))} not confirmed`,
  ].join(', ');
}

/** A failure already shown, and its model. */
interface Told {
  readonly test: TestReport;
  readonly failure: TestFailureReport;
}

function findings(test: TestReport, told: Told[], sources: SourceLines, width: number): Text[] {
  const failures = test.failures.flatMap((failure, i) => {
    const before = told.find((other) => other.test !== test && isSame(other.failure, failure));
    if (before === undefined) told.push({ test, failure });
    return [[], ...failureLines(test, i, { before, sources, width })];
  });
  return [...failures, ...cycleLines(test, width)];
}

function isSame(a: TestFailureReport, b: TestFailureReport): boolean {
  return failureKey(a) === failureKey(b) && sameReason(a.counterexample, b.counterexample);
}

interface HowToTell {
  /** The earlier test in which the same failure was shown. */
  readonly before: Told | undefined;
  readonly sources: SourceLines;
  readonly width: number;
}

/** Shows the first failure in full, unless it was shown before. */
function failureLines(test: TestReport, index: number, { before, sources, width }: HowToTell): Text[] {
  const failure = test.failures[index]!;
  const { title, message, about } = failureFinding(failure, {
    ...{ method: 'graph', incomplete: null, source: test.source, executions: test.executions, model: test.model },
  });
  const { counterexample } = failure;
  const number = test.failures.length === 1 ? '' : `${index + 1}. `;
  const isNew = before === undefined;
  const where = isNew ? '' : `, as under ${modelName(before.test)}, above`;
  const details = [isNew ? about : '', seenIn(test, failure)].filter((text) => text !== '').join('; ');
  const heading = [
    ...hanging([span(modelName(test), 'strong'), '  '], [number, span(title, 'error'), where], width),
    ...indent(isNew ? message.flatMap((line) => wrapIndented(line, 'plain', width - 4)) : [], 4),
    ...indent(wrap([span(details, 'dim')], width - 2), 2),
  ];
  if (counterexample === null) return heading;
  if (index > 0 || !isNew) return [...heading, ...indent([replayLine(test, counterexample)], 2)];
  const room = width - 2;
  const why = whyLines(counterexample, test.source, room);
  const body = counterexampleLines(counterexample, { check: test, failure, sources, width: room });
  return [...heading, ...indent(why, 2), [], ...indent(body, 2)];
}

function seenIn(test: TestReport, failure: TestFailureReport): string {
  const { executions, underSc, firstExecution, seed } = failure;
  const times = `in ${count(executions)} of ${counted(test.executions, 'execution')}`;
  const first = seed === undefined ? '' : `, first with seed ${seed}`;
  if (firstExecution !== undefined) {
    const which = `execution ${count(firstExecution)}`;
    return seed === undefined ? `${times}, first in ${which}` : `${times}${first}, in its ${which}`;
  }
  return underSc === true ? `${times}${first}, also under SC` : `${times}${first}, in none under SC`;
}

const OUTCOMES: Readonly<Record<CycleOutcome, { readonly text: string; readonly tone: Tone }>> = {
  harmful: { text: 'harmful', tone: 'error' },
  benign: { text: 'apparently benign', tone: 'warning' },
  'not confirmed': { text: 'not confirmed', tone: 'dim' },
  'not possible': { text: 'not possible', tone: 'dim' },
};

/** Returns the lines for the cycles that are possible under the model. */
function cycleLines(test: TestReport, width: number): Text[] {
  const tried = test.cycles.filter(({ outcome }) => outcome !== 'not possible');
  if (tried.length === 0) return [];
  const names = new AccessNames(tried, test.source);
  const told = tried.slice(0, MOST_TOLD);
  const left = tried.slice(MOST_TOLD);
  return [
    [],
    [span(modelName(test), 'strong'), '  ', 'cycles'],
    ...told.flatMap((cycle) => indent(oneCycle(test, cycle, names, width - 2), 2)),
    ...(left.length === 0 ? [] : indent(wrap([span(leftOut(left), 'dim')], width - 2), 2)),
  ];
}

const HOW_TO_READ =
  'Each line of a cycle has two accesses of one thread, in program order. The second conflicts with the first access of ' +
  'the next line and comes before it; the last line is followed by the first.';

function oneCycle(test: TestReport, cycle: CycleReport, names: AccessNames, width: number): Text[] {
  const { text, tone } = OUTCOMES[cycle.outcome];
  const { schedule } = cycle;
  // A harmful cycle needs no replay line of its own: its failure has one.
  const replay = cycle.outcome === 'benign' && schedule !== null ? [replayOf(test, schedule)] : [];
  const pairs = names.pairs(cycle).flatMap((pair) => hanging(['- '], [pair], width - 2));
  return [...wrap([span(text, tone), outcomeInWords(test, cycle)], width), ...indent([...pairs, ...replay], 2)];
}

/** Longest schedule that is shown for each of several cycles. */
const LONGEST_SCHEDULE = 600;

function replayOf(test: TestReport, schedule: string): Text {
  if (schedule.length <= LONGEST_SCHEDULE) return replayLine(test, { schedule });
  return [span(`--format json has its schedule (${count(schedule.length)} characters)`, 'dim')];
}

function outcomeInWords({ failures }: TestReport, cycle: CycleReport): string {
  const { outcome, trials, confirmed, byTheWay, probability } = cycle;
  if (outcome === 'not confirmed') return ` in ${counted(trials, 'trial')}`;
  const others = confirmed > 0 ? '' : `, but in ${counted(byTheWay, 'other execution')}`;
  const times = `${count(confirmed)} of ${counted(trials, 'trial')}${others}`;
  // With one failure there is no ambiguity.
  const which = failures.length === 1 ? [] : cycle.failures.map((number) => String(number + 1));
  const result = which.length === 0 ? '' : `, with ${which.length === 1 ? 'failure' : 'failures'} ${listed(which)}`;
  return `: confirmed in ${times} (probability ${probability.toFixed(2)})${result}`;
}

function leftOut(cycles: readonly CycleReport[]): string {
  const outcomes = (['harmful', 'benign', 'not confirmed'] as const).flatMap((outcome) => {
    const number = cycles.filter((cycle) => cycle.outcome === outcome).length;
    return number === 0 ? [] : [`${count(number)} ${OUTCOMES[outcome].text}`];
  });
  return `… and ${counted(cycles.length, 'more cycle')} (${outcomes.join(', ')}); --format json has them all`;
}

/** Remarks that qualify the result. Those for several models appear once. */
function remarks(tests: readonly TestReport[], width: number): Text[] {
  const models = new Map<string, string[]>();
  for (const test of tests) {
    for (const text of remarksOn(test)) models.set(text, [...(models.get(text) ?? []), modelName(test)]);
  }
  const lines = [...models].flatMap(([text, under]) =>
    hanging([span(under.join(', '), 'strong'), '  '], [text], width),
  );
  const anyCycle = tests.some(({ cycles }) => cycles.some(({ outcome }) => outcome !== 'not possible'));
  const last = [...(anyCycle ? [HOW_TO_READ] : []), PROVES_NOTHING].flatMap((text) => wrap([span(text, 'dim')], width));
  return [...(lines.length === 0 ? [] : [[], ...lines]), [], ...last];
}

function remarksOn({ stoppedBy, unfinished, executions, notes }: TestReport): string[] {
  return [
    ...(stoppedBy === null || stoppedBy === 'executions' ? [] : [STOPPED_BY[stoppedBy]]),
    ...(unfinished === 0 ? [] : [`${count(unfinished)} of ${counted(executions, 'execution')} did not come to an end`]),
    ...notes.map((note) => `note: ${shortPaths(note)}`),
  ];
}

const STOPPED_BY = { time: 'ended by --max-time', interrupt: 'interrupted', memory: 'ran out of memory' } as const;

const PROVES_NOTHING =
  'What was not confirmed or not found may be possible all the same: tests prove nothing about that.';
