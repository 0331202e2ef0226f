import { formatSite } from '@fencepost/core';
import type { Counterexample } from '../values/counterexample.js';
import { lastStepOf } from '../values/failing-steps.js';
import type { Story, StoryStep } from '../values/story.js';
import { firstLine } from './messages.js';
import { bufferNote, operationText } from './operations.js';
import { StoryNames, shortPaths } from './places.js';
import type { Text } from './style.js';
import { span } from './style.js';
import type { WholeCall } from './whole-calls.js';
import { wholeCalls } from './whole-calls.js';

/** A row of the table: a step of a thread, or its end. */
export interface Row {
  readonly thread: number;
  /** Line number, or the label if there is none. */
  readonly mark: string;
  readonly text: Text;
  /** A remark on the step. It does not count for the width of the lane. */
  readonly note?: Text;
  /** Whether the text may extend over the lanes on its right, like that of a failure. */
  readonly isWide?: true;
  /** Whether the step is part of the reason of the failure. */
  readonly matters?: true;
  /** undefined: the end of the thread. */
  readonly step: number | undefined;
}

/** Omitted rows. */
export interface Gap {
  readonly omitted: number;
}

/**
 * Returns the steps of all threads that do something, failures where the threads end, and finally what each waiting
 * thread waits for. A call that no other thread interrupts is one row, unless the cycle goes through it.
 */
export function rowsOf(
  story: Story,
  source = '',
  { cycle = [], why }: Partial<Pick<Counterexample, 'cycle' | 'why'>> = {},
): Row[] {
  const names = new StoryNames(story, source);
  const { steps, threads } = story;
  const lastOf = threads.map((_, thread) => lastStepOf(story, thread));
  const failuresAfter = (step: number): Row[] =>
    threads.flatMap((_, thread) => (lastOf[thread] === step ? failureRows(story, names, thread) : []));
  const marked = new Set(why?.steps);
  const calls = wholeCalls(story, new Set([...cycle.flatMap(({ from, to }) => [from, to]), ...marked]));
  const told: Row[] = [];
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    const call = calls.get(i);
    const group = call === undefined ? groupFrom(story, i, lastOf) : i;
    if (group > i) {
      const others = steps.slice(i, group + 1).map(({ other = '' }) => other);
      const verb = step.kind === 'spawn' ? 'starts' : 'joins';
      told.push({ thread: step.thread, mark: names.mark(step), text: [`${verb} ${others.join(', ')}`], step: i });
      i = group;
      told.push(...failuresAfter(i));
      continue;
    }
    const shown = call === undefined ? stepParts(step, names) : { text: [callText(call, names)] };
    const matters = marked.has(i) && ({ matters: true } as const);
    told.push({ thread: step.thread, mark: names.mark(step), ...shown, ...matters, step: i });
    if (call !== undefined) i = call.last;
    told.push(...failuresAfter(i));
  }
  const waiting = threads.flatMap((_, thread) => waitingRows(story, names, thread));
  const rows = [...failuresAfter(-1), ...told, ...waiting];
  const shown = toldThreads(story);
  return rows.filter(({ thread }) => shown.has(thread));
}

/** Returns the last of the adjacent steps in which a thread starts, or joins, others. */
function groupFrom({ steps }: Story, first: number, lastOf: readonly number[]): number {
  const { kind, thread } = steps[first]!;
  if (kind !== 'spawn' && kind !== 'join') return first;
  let last = first;
  while (steps[last + 1]?.kind === kind && steps[last + 1]!.thread === thread && !lastOf.includes(last)) last++;
  return last;
}

function stepParts(step: StoryStep, names: StoryNames): Pick<Row, 'text' | 'note'> {
  const note = bufferNote(step, names);
  const text = [span(operationText(step, names), step.kind === 'commit' ? 'dim' : 'plain')];
  return note === '' ? { text } : { text, note: [span(`(${note})`, 'warning')] };
}

/** The step with its remark in one line. */
export function stepRowText(step: StoryStep, names: StoryNames): Text {
  const { text, note } = stepParts(step, names);
  return note === undefined ? text : [...text, '  ', ...note];
}

/** Describes a call: `s[0] → 0: Atomics.wait starts to wait`. */
function callText({ reads, outcome }: WholeCall, names: StoryNames): string {
  return `${operationText(names.step(reads), names)}: ${outcome}`;
}

export function failureText(message: string): string {
  const shown = shortPaths(firstLine(message));
  return isSelfEvident(shown) ? shown : `fails: ${shown}`;
}

/**
 * Whether the message reads as a failure without a prefix. `assertion failed: …` does; `x is there` would be read as a
 * fact.
 */
export function isSelfEvident(message: string): boolean {
  return /^(?:assertion|check) failed\b/.test(message);
}

function failureRows({ threads }: Story, names: StoryNames, thread: number): Row[] {
  const { failure, failureSite } = threads[thread]!;
  if (failure === undefined) return [];
  const mark = names.mark({ site: failureSite, label: '' });
  return [{ thread, mark, text: [span(failureText(failure), 'error')], isWide: true, step: undefined }];
}

function waitingRows({ threads }: Story, names: StoryNames, thread: number): Row[] {
  const { waits, waitsAt } = threads[thread]!;
  if (waits === undefined) return [];
  const mark = names.mark({ site: waitsAt, label: '' });
  return [{ thread, mark, text: [span(`waits ${waits}`, 'error')], isWide: true, step: undefined }];
}

/**
 * Returns the threads that do something. Leaves out a thread that only starts and joins others, unless there is no
 * other.
 */
function toldThreads({ threads, steps }: Story): ReadonlySet<number> {
  const all = threads.map((_, thread) => thread);
  const busy = all.filter(
    (thread) =>
      threads[thread]!.failure !== undefined ||
      waitsForMoreThanAnEnd(threads[thread]!) ||
      steps.some((step) => step.thread === thread && step.kind !== 'spawn' && step.kind !== 'join'),
  );
  return new Set(busy.length > 0 ? busy : all);
}

export function waitsForMoreThanAnEnd({ waits }: Story['threads'][number]): boolean {
  return waits !== undefined && !/^for .* to end$/.test(waits);
}

/** Longer tables are shortened. */
const MOST_ROWS = 16;
/** Rows shown at the start and the end of a table without steps that matter. */
const AT_START = 3;
const AT_END = 12;
/** If only a few steps matter, the steps around each of them are shown, too. */
const FEW = 4;

/**
 * Returns the relevant rows, if there are too many: the pattern that was recognised, or else the cycle, the race and
 * the objects that threads wait for at the end; commits of their stores; and the ends of threads. If nothing is known to
 * matter, returns the first and last rows.
 */
export function shortened<R extends Pick<Row, 'step'>>(
  rows: readonly R[],
  counterexample: Counterexample,
): (R | Gap)[] {
  const { story } = counterexample;
  const important = importantSteps(counterexample);
  const inside = insideRuns(rows, story, important);
  const isShort = rows.length - inside.size <= MOST_ROWS;
  const around = important.size <= FEW ? 1 : 0;
  const keep = new Set<number>();
  rows.forEach(({ step }, i) => {
    const matters = step === undefined || important.has(step);
    const isOuter = important.size === 0 && (i < AT_START || i >= rows.length - AT_END);
    if ((isShort || isOuter) && !inside.has(i)) keep.add(i);
    if (matters) for (let near = i - around; near <= i + around; near++) keep.add(near);
  });
  return withGaps(rows, keep);
}

/**
 * A container call or a copy can make many accesses at one place. Of longer runs, only the first and last row are
 * shown.
 */
const LONGEST_RUN = 5;

/** Returns the rows inside such runs, without the first and last row of each run. */
function insideRuns(
  rows: readonly Pick<Row, 'step'>[],
  { steps }: Story,
  important: ReadonlySet<number>,
): ReadonlySet<number> {
  const inside = new Set<number>();
  const placeOf = ({ step }: Pick<Row, 'step'>): string | undefined => {
    const { thread, kind, site, pending, missed } = step === undefined || important.has(step) ? NO_STEP : steps[step]!;
    const isPlain = (kind === 'load' || kind === 'store') && !pending && missed.length === 0;
    return isPlain && site?.column !== undefined ? `${thread} ${formatSite(site)}` : undefined;
  };
  const places = rows.map(placeOf);
  for (let start = 0, end = 0; start < rows.length; start = end) {
    end = start + 1;
    while (end < rows.length && places[start] !== undefined && places[end] === places[start]) end++;
    if (end - start > LONGEST_RUN) for (let i = start + 1; i < end - 1; i++) inside.add(i);
  }
  return inside;
}

const NO_STEP = { thread: -1, kind: 'print', site: undefined, pending: false, missed: [] } as const;

function importantSteps({ story, cycle, race, why }: Counterexample): ReadonlySet<number> {
  const { steps, threads } = story;
  const shown = new Set([
    ...cycle.map(({ from }) => from),
    ...(race === undefined ? [] : [race.first, race.second]),
    ...(why?.steps ?? []),
  ]);
  const commits = steps.flatMap(({ of }, i) => (of !== undefined && shown.has(of) ? [i] : []));
  if (why !== undefined && why.steps.length > 0) return new Set([...shown, ...commits]);
  const awaited = new Set(threads.flatMap(({ waitsOn }) => waitsOn ?? []));
  const onAwaited = steps.flatMap(({ place }, i) => (place !== undefined && awaited.has(place) ? [i] : []));
  return new Set([...shown, ...commits, ...onAwaited]);
}

function withGaps<R>(rows: readonly R[], keep: ReadonlySet<number>): (R | Gap)[] {
  const shown: (R | Gap)[] = [];
  for (let i = 0; i < rows.length; i++) {
    if (keep.has(i)) {
      shown.push(rows[i]!);
      continue;
    }
    const start = i;
    while (i + 1 < rows.length && !keep.has(i + 1)) i++;
    // A gap marker for a single omitted row would take as much room as the row.
    if (i === start) shown.push(rows[i]!);
    else shown.push({ omitted: i - start + 1 });
  }
  return shown;
}
