import type { Site } from '@fencepost/core';
import type { Counterexample, Story } from '@fencepost/report';
import { overtaking } from '@fencepost/report';
import { lastStepOf, waitsForMoreThanAnEnd } from '@fencepost/report';
import { folded } from './folding.js';
import type { Row, Rows } from './row.js';
import type { StepWords } from './words.js';
import { Words } from './words.js';

/** A visible thread. */
export interface Lane {
  /** Index into `Story.threads`. */
  readonly thread: number;
  readonly name: string;
}

/** A store in a buffer, from position `enters` to the one before `leaves`. */
export interface BufferedStore {
  readonly lane: number;
  readonly place: string;
  readonly value: string;
  readonly enters: number;
  /** Infinity: it stays in the buffer. */
  readonly leaves: number;
}

/** The content of a memory location, starting at a position, and the lane that wrote it. */
export interface Content {
  readonly from: number;
  readonly value: string;
  readonly lane: number | undefined;
}

export interface MemoryPlace {
  readonly name: string;
  /** In order of time; the first is the initial one. */
  readonly contents: readonly Content[];
}

/**
 * An execution as the viewer shows it. A position is a number of rows: at 0 nothing has happened, at `rows.length`
 * everything.
 */
export interface Timeline extends Rows {
  readonly lanes: readonly Lane[];
  readonly buffered: readonly BufferedStore[];
  readonly memory: readonly MemoryPlace[];
  /** Number of rows, including those not shown. */
  readonly total: number;
}

/** Returns the timeline of a counterexample. `isFolded`: leaves out the least important steps if there are many. */
export function timelineOf(counterexample: Counterexample, isFolded = false): Timeline {
  const { story } = counterexample;
  const lanes = lanesOf(counterexample);
  const laneOf = new Map(lanes.map(({ thread }, lane) => [thread, lane]));
  const unfolded = rowsOf(counterexample, laneOf);
  const { rows, rowOfStep } = isFolded ? folded(unfolded, counterexample) : unfolded;
  return {
    total: unfolded.rows.length,
    lanes,
    rows,
    rowOfStep,
    buffered: bufferedStores(story, laneOf, rowOfStep),
    memory: memoryOf(story, laneOf, rowOfStep),
  };
}

/**
 * Returns the threads that do something. Leaves out a thread that only starts and joins others, unless the cycle goes
 * through it.
 */
function lanesOf({ story: { threads, steps }, cycle }: Counterexample): Lane[] {
  const busy = new Set(cycle.map(({ from }) => steps[from]!.thread));
  threads.forEach((each, thread) => {
    if (each.failure !== undefined || waitsForMoreThanAnEnd(each)) busy.add(thread);
  });
  for (const { thread, kind } of steps) if (kind !== 'spawn' && kind !== 'join') busy.add(thread);
  const all = threads.map(({ name }, thread) => ({ thread, name }));
  return busy.size === 0 ? all : all.filter(({ thread }) => busy.has(thread));
}

function rowsOf({ story, why, race }: Counterexample, laneOf: ReadonlyMap<number, number>): Rows {
  const { steps, threads } = story;
  const marked = new Set([...(why?.steps ?? []), ...(race === undefined ? [] : [race.first, race.second])]);
  const words = new Words(story);
  const rows: Row[] = [];
  const add = (
    thread: number,
    kind: Row['kind'],
    { text, note }: StepWords,
    site: Site | undefined,
    label = '',
    step?: number,
  ): void => {
    const [where, place] = [words.where(site, label), words.place(site, label)];
    const matters = step !== undefined && marked.has(step);
    const number = rows.length + 1;
    rows.push({ lane: laneOf.get(thread)!, kind, where, place, text, note, site, step, matters, number });
  };
  const addFailure = (thread: number): void => {
    const { failure, failureSite } = threads[thread]!;
    if (failure !== undefined) add(thread, 'failure', { text: words.failure(failure), note: '' }, failureSite);
  };

  const lastOf = threads.map((_, thread) => lastStepOf(story, thread));
  const addFailuresAfter = (step: number): void => {
    for (const thread of laneOf.keys()) if (lastOf[thread] === step) addFailure(thread);
  };
  addFailuresAfter(-1);
  const rowOfStep = steps.map((step, i) => {
    const { thread, kind, site, label } = step;
    const isTold = laneOf.has(thread);
    if (isTold) add(thread, kind, words.step(step), site, label, i);
    const row = isTold ? rows.length - 1 : undefined;
    addFailuresAfter(i);
    return row;
  });
  for (const thread of laneOf.keys()) {
    const { waits, waitsAt } = threads[thread]!;
    if (waits !== undefined) add(thread, 'waits', { text: `waits ${waits}`, note: '' }, waitsAt);
  }
  return { rows, rowOfStep };
}

function bufferedStores(
  { steps, places }: Story,
  laneOf: ReadonlyMap<number, number>,
  rowOfStep: Timeline['rowOfStep'],
): BufferedStore[] {
  const commitOf = new Map(steps.flatMap(({ of }, step) => (of === undefined ? [] : [[of, step] as const])));
  return steps.flatMap(({ kind, pending, thread, place, wrote = '' }, step) => {
    if (kind !== 'store' || !pending) return [];
    const commit = commitOf.get(step);
    return [
      {
        lane: laneOf.get(thread)!,
        place: places[place!]!.name,
        value: wrote,
        enters: rowOfStep[step]! + 1,
        leaves: commit === undefined ? Infinity : rowOfStep[commit]! + 1,
      },
    ];
  });
}

function memoryOf(
  { steps, places, threads }: Story,
  laneOf: ReadonlyMap<number, number>,
  rowOfStep: Timeline['rowOfStep'],
): MemoryPlace[] {
  const contents = places.map(({ initial, isMutex }): Content[] => [
    { from: 0, value: isMutex && initial === '0' ? 'free' : initial, lane: undefined },
  ]);
  steps.forEach((each, step) => {
    const { kind, pending, thread, place, wrote, action } = each;
    if (place === undefined || wrote === undefined || (kind === 'store' && pending)) return;
    // Writes that are later in coherence order have already taken effect.
    if (overtaking(steps, each) > 0) return;
    const owner = wrote === '0' ? 'free' : `held by ${threads[thread]!.name}`;
    const word = places[place]!.isMutex ? owner : wrote;
    // The state of other synchronisation objects is a number that means nothing to a reader.
    const value = action === undefined ? word : `after ${action}`;
    contents[place]!.push({ from: rowOfStep[step]! + 1, value, lane: laneOf.get(thread) });
  });
  return places
    .map(({ name }, place) => ({ name, contents: contents[place]! }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Returns the content of a location at a position. */
export function contentAt({ contents }: MemoryPlace, position: number): Content {
  let low = 0;
  let high = contents.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (contents[middle]!.from <= position) low = middle;
    else high = middle - 1;
  }
  return contents[low]!;
}

/** Returns the content of the buffers at a position, oldest first. */
export function bufferedAt({ buffered }: Timeline, position: number): BufferedStore[] {
  return buffered.filter(({ enters, leaves }) => enters <= position && position < leaves);
}
