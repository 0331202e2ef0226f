import type { MemoryOrder, Trace, TraceEvent } from '@fencepost/core';
import { FENCE, JOIN, RMW, SPAWN, acquires, orderOf, releases } from '@fencepost/core';

/** Two unordered accesses of a location by different threads, at least one a write and at least one plain. */
export interface Race {
  /** Labels of the two accesses, the smaller first. */
  readonly first: number;
  readonly second: number;
  readonly location: number;
  /** The accesses of the first such pair in the trace, as indices into its events. */
  readonly events: readonly [number, number];
}

/** Per thread: the number of its operations that happen before this point. */
type Clock = Int32Array;

/**
 * Returns the data races of an execution: C11, 5.1.2.4, with the release sequences of C++20 (a write and the
 * read-modify-writes that follow it, but not other writes of its thread). Each pair of labels and location is reported
 * once.
 *
 * Applies to traces of a model that defines races itself (RC11: all of them), and to those of SC. C11 guarantees that a
 * program whose executions *under SC* have no race, and whose atomics are seq_cst, behaves as under SC: these
 * executions decide. Other executions that are not SC are those of a machine, and the definitions of C11 do not apply
 * to its stores. So a race that requires a behaviour which only weaker atomics allow (both zeros of store buffering,
 * for example) is found in executions of RC11 only.
 */
export function racesOf(trace: Trace): Race[] {
  const groups = racyLocations(trace);
  if (groups.length === 0) return [];
  const clocks = new HappensBefore(trace).clocks;
  const found = new Map<string, Race>();
  for (const group of groups) {
    const rows = rowsOf(trace, group);
    for (const j of group) {
      for (const i of rows.flatMap((row) => racing(trace, clocks, row, j)).sort((a, b) => a - b)) {
        const race = raceOf(trace, i, j);
        const key = `${race.first} ${race.second} ${race.location}`;
        if (!found.has(key)) found.set(key, race);
      }
    }
  }
  return [...found.values()];
}

/** Accesses of one thread to a location, in program order. */
interface Row {
  readonly thread: number;
  readonly accesses: number[];
  /** Whether they have the same label, so that only the first race of another access with them counts. */
  readonly isAlike: boolean;
  anyWrites: boolean;
  anyPlain: boolean;
}

/** Beyond this number of labels, the accesses to a location are not told apart by label. */
const MANY_LABELS = 64;

function rowsOf(trace: Trace, group: readonly number[]): readonly Row[] {
  const { states, events } = trace;
  const isAlike = new Set(group.map((i) => states.label[events[i]!.state]!)).size <= MANY_LABELS;
  const rows = new Map<string, Row>();
  for (const i of group) {
    const event = events[i]!;
    const { thread } = event;
    const key = isAlike ? `${thread} ${states.label[event.state]!}` : `${thread}`;
    const row = rows.get(key) ?? { thread, isAlike, accesses: [], anyWrites: false, anyPlain: false };
    rows.set(key, row);
    row.accesses.push(i);
    row.anyWrites ||= event.wrote !== undefined;
    row.anyPlain ||= orderOf(states, event) === 'plain';
  }
  return [...rows.values()];
}

/**
 * Returns accesses of the row that are before j in the trace and race with it. Those that are not ordered with j follow
 * one another: before them are those that happen before j, after them those that happen after j.
 */
function racing(trace: Trace, clocks: readonly Clock[], row: Row, j: number): readonly number[] {
  const { states, events } = trace;
  const event = events[j]!;
  const { thread, accesses } = row;
  if (thread === event.thread || (!row.anyWrites && event.wrote === undefined)) return [];
  if (!row.anyPlain && orderOf(states, event) !== 'plain') return [];
  const ordered = clocks[j]![thread]!;
  let [low, high] = [0, accesses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[accesses[middle]!]!.position < ordered) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let n = low; n < accesses.length; n++) {
    const i = accesses[n]!;
    if (i >= j || isOrdered(trace, clocks, i, j)) break;
    if (conflict(trace, i, j)) found.push(i);
    if (row.isAlike && found.length > 0) break;
  }
  return found;
}

/** Returns the accesses of each location that could race: it is shared, written, and has a plain access. */
function racyLocations({ states, events }: Trace): readonly (readonly number[])[] {
  const groups: number[][] = [];
  events.forEach(({ state, thread }, i) => {
    const location = states.location[state]!;
    if (location >= 0 && states.sources[thread]?.observes !== true) (groups[location] ??= []).push(i);
  });
  return groups.filter(
    (group) =>
      group.some((i) => events[i]!.thread !== events[group[0]!]!.thread) &&
      group.some((i) => events[i]!.wrote !== undefined) &&
      group.some((i) => orderOf(states, events[i]!) === 'plain'),
  );
}

function conflict({ states, events }: Trace, i: number, j: number): boolean {
  const [a, b] = [events[i]!, events[j]!];
  if (a.thread === b.thread || (a.wrote === undefined && b.wrote === undefined)) return false;
  return orderOf(states, a) === 'plain' || orderOf(states, b) === 'plain';
}

export function isOrdered({ events }: Trace, clocks: readonly Clock[], i: number, j: number): boolean {
  const [a, b] = [events[i]!, events[j]!];
  return clocks[j]![a.thread]! > a.position || clocks[i]![b.thread]! > b.position;
}

function raceOf({ states, events }: Trace, i: number, j: number): Race {
  const [a, b] = [events[i]!, events[j]!];
  const [first, second] = [states.label[a.state]!, states.label[b.state]!];
  const location = states.location[a.state]!;
  const inOrder = first < second || (first === second && a.thread < b.thread);
  return inOrder
    ? { first, second, location, events: [i, j] }
    : { first: second, second: first, location, events: [j, i] };
}

/**
 * Vector clocks of all events, in an order in which each comes after its predecessor in the thread and after the write
 * it read.
 */
export class HappensBefore {
  /** Per event: the clock of everything that happens before it, including itself. */
  readonly clocks: Clock[];
  /**
   * Per event: the clock of everything that happens before an acquire that reads from it; undefined if it does not
   * release.
   */
  private readonly released: (Clock | undefined)[];
  private readonly trace: Trace;
  /** Events by thread. */
  private readonly rows: readonly number[][];
  private readonly threads = new Map<number, ThreadClocks>();

  constructor(trace: Trace) {
    this.trace = trace;
    this.clocks = new Array<Clock>(trace.events.length);
    this.released = new Array<Clock | undefined>(trace.events.length);
    const { states, events } = trace;
    const width = states.threads.count;
    this.rows = Array.from({ length: width }, () => []);
    events.forEach(({ thread }, i) => this.rows[thread]!.push(i));
    states.initial.forEach((_, t) => this.start(t, new Int32Array(width)));
    let left = events.length;
    for (let before = -1; left !== before;) {
      before = left;
      // A spawn adds a thread, which this loop then visits, too.
      for (const thread of this.threads.values()) left -= this.advance(thread);
    }
    if (left > 0) throw new Error('program order and reads-from are cyclic');
  }

  private start(t: number, clock: Clock): void {
    this.threads.set(t, new ThreadClocks(this.rows[t]!, clock));
  }

  /** Advances a thread as far as possible. Returns the number of events. */
  private advance(thread: ThreadClocks): number {
    const before = thread.executed;
    while (!thread.ended && this.isReady(thread.next)) {
      this.execute(thread.next, thread);
      thread.executed++;
    }
    return thread.executed - before;
  }

  private isReady(i: number): boolean {
    const { states, events } = this.trace;
    const { state, source = -1 } = events[i]!;
    if (states.kind[state] === JOIN) return this.threads.get(states.operand[state]!)?.ended === true;
    return source < 0 || this.clocks[source] !== undefined;
  }

  private execute(i: number, thread: ThreadClocks): void {
    const { states, events } = this.trace;
    const event = events[i]!;
    const order = orderOf(states, event);
    const kind = states.kind[event.state]!;
    thread.now[event.thread] = event.position + 1;
    if (kind === JOIN) include(thread.now, this.threads.get(states.operand[event.state]!)!.now);
    if (kind === FENCE) thread.fence(order);
    const seen = this.seenBy(event, order);
    if (seen !== undefined) include(acquires(order) ? thread.now : thread.seen, seen);
    if (event.wrote !== undefined && order !== 'plain') {
      // A read-modify-write continues the release sequence of the write that it read.
      const continued = kind === RMW ? seen : undefined;
      this.released[i] = union(releases(order) ? thread.now : thread.fenced, continued);
    }
    this.clocks[i] = thread.now.slice();
    if (kind === SPAWN) this.start(states.operand[event.state]!, thread.now.slice());
  }

  /** Returns the clock released by the write that the event read. */
  private seenBy({ source = -1 }: TraceEvent, order: MemoryOrder): Clock | undefined {
    return source < 0 || order === 'plain' ? undefined : this.released[source];
  }
}

class ThreadClocks {
  readonly now: Clock;
  /** Clock at the last release fence: what a relaxed write releases. */
  fenced: Clock | undefined;
  /** Clock released to relaxed reads. An acquire fence orders it before later operations. */
  readonly seen: Clock;
  executed = 0;
  private readonly events: readonly number[];

  constructor(events: readonly number[], start: Clock) {
    this.events = events;
    this.now = start;
    this.seen = new Int32Array(start.length);
  }

  get ended(): boolean {
    return this.executed === this.events.length;
  }

  get next(): number {
    return this.events[this.executed]!;
  }

  fence(order: MemoryOrder): void {
    if (acquires(order)) include(this.now, this.seen);
    if (releases(order)) this.fenced = this.now.slice();
  }
}

function include(clock: Clock, other: Clock): void {
  for (let t = 0; t < clock.length; t++) if (other[t]! > clock[t]!) clock[t] = other[t]!;
}

function union(clock: Clock | undefined, other: Clock | undefined): Clock | undefined {
  if (clock === undefined || other === undefined) return (clock ?? other)?.slice();
  const both = clock.slice();
  include(both, other);
  return both;
}
