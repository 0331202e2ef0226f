import type { ModelName } from '@fencepost/core';
import { FencepostError, JOIN } from '@fencepost/core';
import type { Builder } from '../builder/builder.js';
import {
  EVENT,
  FRAME_WORDS,
  KIND,
  PART,
  READER,
  READ_CURSOR,
  REVISIT_BY_PART,
  REVISIT_BY_WRITE,
  STAMP,
  THREAD,
  WRITE_CURSOR,
} from '../state/frames.js';
import type { Graph } from '../state/graph.js';
import { NEXT_STAMP, NONE, OBLIGED_STAMP, OBLIGED_THREAD, OBLIGED_WRITE, WRITES } from '../state/graph.js';
import { recomputeRows } from '../builder/recompute-rows.js';
import type { UnitKind } from '../builder/spin-units.js';

/**
 * A unit of work: a graph and a frame on it, in terms that are valid in every process. Threads are named by handle,
 * events by their index in `events`. A reference is such an index, a negative constant of a cursor, or -3 for the
 * initial write of the location of the event, the row or the frame. A location has no name, because a front end may use
 * other addresses in another process; its events identify it. Plain JSON.
 */
export interface Job {
  readonly version: 1;
  /** The program and the model of the search. */
  readonly program: string;
  readonly model: ModelName;
  /** Whether the exploration detects data races. If so, all fences are events. */
  readonly races?: true;
  /** The reads that are revisited together (spin-units.ts). */
  readonly units?: UnitKind;
  /** The obliged thread, the write it must read in its current or next unit, and the stamp of that unit. */
  readonly obliged?: readonly [number, number, number];
  /** For each event: thread, flags, read stamp, write stamp, source. Events of one thread are in program order. */
  readonly events: readonly (readonly [number, number, number, number, number])[];
  /**
   * For each location with events and each of its writes, starting with the initial one: the write, followed by its
   * readers.
   */
  readonly locations: readonly (readonly (readonly number[])[])[];
  readonly nextStamp: number;
  /** Kind, thread, write cursor, read cursor, event, reader, stamp. */
  readonly frame: readonly number[];
}

type Obliged = NonNullable<Job['obliged']>;

const INITIAL = -3;
const NO_THREAD = -1;

export function exportJob(
  graph: Graph,
  model: ModelName,
  races: boolean,
  units: UnitKind | undefined,
  frame: Int32Array,
): Job {
  const reference = new Map<number, number>();
  const slots = eventsInOrder(graph);
  slots.forEach((slot, i) => reference.set(slot, i));
  const locations = Array.from({ length: graph.locations }, (_, l) => writesOf(graph, l));
  const refer = (slot: number): number => (slot < 0 ? slot : (reference.get(slot) ?? INITIAL));
  const { handles } = graph.states.threads;
  const { head } = graph;
  const obliged = head[OBLIGED_THREAD]!;
  const revisit = frame[KIND]! >= REVISIT_BY_WRITE;
  return {
    version: 1,
    program: graph.states.program.name,
    model,
    ...(races && { races }),
    ...(units && { units }),
    ...(obliged > 0 && { obliged: [handles[obliged - 1]!, refer(head[OBLIGED_WRITE]!), head[OBLIGED_STAMP]!] }),
    events: slots.map((e) => [
      handles[graph.thread[e]!]!,
      graph.flags[e]!,
      graph.readStamp[e]!,
      graph.writeStamp[e]!,
      refer(graph.source[e]!),
    ]),
    locations: locations
      .map((writes) => writes.map((w) => [refer(w), ...readersOf(graph, w).map(refer)]))
      .filter((rows) => rows.length > 1 || rows[0]!.length > 1),
    nextStamp: head[NEXT_STAMP]!,
    frame: [
      frame[KIND]!,
      handles[frame[THREAD]!]!,
      refer(frame[WRITE_CURSOR]!),
      refer(frame[READ_CURSOR]!),
      frame[KIND]! >= PART ? refer(frame[EVENT]!) : NONE,
      revisit ? handles[frame[READER]!]! : NO_THREAD,
      revisit ? frame[STAMP]! : 0,
    ],
  };
}

function eventsInOrder(graph: Graph): number[] {
  const slots: number[] = [];
  for (let t = 0; t < graph.threads; t++) {
    if (graph.current[t] === 0) continue;
    const own: number[] = [];
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) own.push(e);
    slots.push(...own.reverse());
  }
  return slots;
}

function writesOf(graph: Graph, location: number): number[] {
  const writes: number[] = [];
  for (let w = graph.initialWrite[location]!; w !== NONE; w = graph.later[w]!) writes.push(w);
  return writes;
}

function readersOf(graph: Graph, write: number): number[] {
  const readers: number[] = [];
  for (let r = graph.firstReader[write]!; r !== NONE; r = graph.nextReader[r]!) readers.push(r);
  return readers;
}

/** Builds the job's graph in an empty graph and returns the frame with references to it. */
export function importJob(builder: Builder, model: ModelName, job: Job): Int32Array {
  const { graph, states } = builder;
  if (typeof job !== 'object' || (job.version as number) !== 1) throw bad('it is not a job of this version');
  if (job.program !== states.program.name) throw bad(`it belongs to the program ${job.program}`);
  if (job.model !== model) throw bad(`it belongs to the model ${job.model}`);
  const slots = importEvents(builder, job);
  for (const rows of job.locations) importLocation(graph, rows, slots);
  graph.head[NEXT_STAMP] = job.nextStamp;
  if (job.obliged !== undefined) importObligation(builder, job.obliged, slots);
  if (!builder.synchronises) recomputeRows(builder);
  return importFrame(builder, job.frame, slots);
}

function importObligation(builder: Builder, [handle, write, stamp]: Obliged, slots: readonly number[]): void {
  const { graph } = builder;
  graph.head[OBLIGED_THREAD] = threadNamed(builder, handle) + 1;
  graph.head[OBLIGED_WRITE] = slotOf(graph, slots, write, NONE);
  graph.head[OBLIGED_STAMP] = stamp;
}

/** Returns the slot of a reference that concerns this location. */
function slotOf(graph: Graph, slots: readonly number[], reference: number, location: number): number {
  const slot = reference === INITIAL ? graph.initialWrite[location] : reference < 0 ? reference : slots[reference];
  if (slot === undefined) throw bad('it refers to an event that does not exist');
  return slot;
}

function importFrame(builder: Builder, words: readonly number[], slots: readonly number[]): Int32Array {
  const { graph, states } = builder;
  const [kind, handle, writeCursor, readCursor, event, reader, stamp] = words;
  const thread = threadNamed(builder, handle!);
  const ofEvent = kind === PART || kind === REVISIT_BY_PART;
  const location = ofEvent ? graph.location[slots[event!]!]! : states.location[graph.current[thread]!]!;
  const frame = new Int32Array(FRAME_WORDS);
  frame[KIND] = kind!;
  frame[THREAD] = thread;
  frame[WRITE_CURSOR] = slotOf(graph, slots, writeCursor!, location);
  frame[READ_CURSOR] = slotOf(graph, slots, readCursor!, location);
  frame[EVENT] = slotOf(graph, slots, event!, location);
  frame[READER] = reader === NO_THREAD ? NONE : threadNamed(builder, reader!);
  frame[STAMP] = stamp!;
  return frame;
}

function threadNamed({ states }: Builder, handle: number): number {
  const thread = states.threads.find(handle);
  if (thread === undefined) throw bad('it refers to a thread that its events do not start');
  return thread;
}

/**
 * Adds the events. Each is added after its thread's earlier events, the write it reads from, its spawn, the threads it
 * joins, and its mate.
 */
function importEvents(builder: Builder, job: Job): number[] {
  const { states, graph } = builder;
  const slots = job.events.map(() => NONE);
  const queues = new Map<number, number[]>();
  job.events.forEach(([handle], i) => {
    const queue = queues.get(handle);
    if (queue === undefined) queues.set(handle, [i]);
    else queue.push(i);
  });
  for (let left = job.events.length; left > 0;) {
    const before = left;
    for (const [handle, queue] of queues) {
      while (queue.length > 0) {
        const i = queue[0]!;
        const [, flags, readStamp, writeStamp, reference] = job.events[i]!;
        const t = states.threads.find(handle);
        if (t === undefined || graph.current[t] === 0 || (reference >= 0 && slots[reference] === NONE)) break;
        const state = graph.current[t]!;
        if (
          states.kind[state] === JOIN &&
          (queues.get(states.threads.handles[states.operand[state]!]!)?.length ?? 0) > 0
        ) {
          break;
        }
        const mate = builder.mates?.awaitedBy(t) ?? NONE;
        if (mate !== NONE && (queues.get(states.threads.handles[mate]!)?.length ?? 0) > 0) break;
        // The location of an initial write is that of the read.
        const source =
          reference === INITIAL ? graph.initialWrite[states.location[state]!]! : (slots[reference] ?? NONE);
        slots[i] = builder.importEvent(t, flags, readStamp, writeStamp, source);
        queue.shift();
        left--;
      }
    }
    if (left === before) throw bad('its events wait for one another');
  }
  return slots;
}

function importLocation(graph: Graph, rows: readonly (readonly number[])[], slots: readonly number[]): void {
  const some = rows.flat().find((reference) => reference >= 0);
  const location = graph.location[slots[some ?? NONE] ?? NONE] ?? NONE;
  if (location === NONE) throw bad('it has a place in memory without events');
  let previous = NONE;
  for (const row of rows) {
    if ((row[0] === INITIAL) !== (previous === NONE)) throw bad('coherence does not begin with the initial value');
    const [w, ...readers] = row.map((reference) => slotOf(graph, slots, reference, location)) as [number, ...number[]];
    if ((graph.flags[w]! & WRITES) === 0) throw bad('coherence names an event that does not write');
    if ([w, ...readers].some((e) => graph.location[e] !== location)) throw bad('coherence mixes places in memory');
    graph.earlier[w] = previous;
    graph.later[w] = NONE;
    if (previous !== NONE) graph.later[previous] = w;
    previous = w;
    readers.forEach((r, i) => {
      graph.previousReader[r] = i === 0 ? NONE : readers[i - 1]!;
      graph.nextReader[r] = readers[i + 1] ?? NONE;
    });
    graph.firstReader[w] = readers[0] ?? NONE;
  }
  graph.latest[location] = previous;
}

function bad(reason: string): FencepostError {
  return new FencepostError('BAD_FRONTIER', `this job does not match the program: ${reason}`, {
    hint: 'jobs are valid only for the program and model that created them',
  });
}
