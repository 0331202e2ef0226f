import type { Trace } from '@fencepost/core';
import { FENCE, JOIN, LOAD, RMW, SPAWN, STORE, acquires, orderOf, releases } from '@fencepost/core';
import { HappensBefore, isOrdered } from './races.js';

/** Two accesses of a thread, as indices into the events of the trace. */
export type Reordering = readonly [earlier: number, later: number];

/**
 * Returns a relaxed load or read-modify-write, and a later access of its thread, that machines like arm64 (and C11) may
 * reorder while SC, TSO and PSO keep them in order, and whose order other threads could observe.
 *
 * They can observe it only through a cycle (Shasha and Snir): from the later access, by conflicts with other threads
 * and their program order, back to the earlier one. Only unordered conflicts count, so data protected by locks never
 * counts, nor does a single counter. The trace must be sequentially consistent and have no data race.
 */
export function reorderingOf(trace: Trace): Reordering | undefined {
  if (!anyAfterRelaxed(trace)) return undefined;
  const conflicts = unorderedConflicts(trace);
  const fences = fencesOf(trace);
  for (const later of conflicts.keys()) {
    const candidates = [...conflicts].filter(([earlier]) => mayComeAfter(trace, fences, earlier, later));
    if (candidates.length === 0) continue;
    const reached = reachedFrom(trace, conflicts, later);
    const found = candidates.find(([, others]) => others.some((other) => reached.has(other)));
    if (found !== undefined) return [found[0], later];
  }
  return undefined;
}

/**
 * Returns a relaxed load and a later store of its thread that a machine may reorder so that threads read from one
 * another values that they write later (load buffering): each pair of a cycle stores the value that the next one loads.
 * RC11 forbids it, and our ARMv8 omits it. The trace must meet the same conditions.
 */
export function loadBufferingOf(trace: Trace): Reordering | undefined {
  if (!anyAfterRelaxed(trace)) return undefined;
  const { events } = trace;
  const conflicts = unorderedConflicts(trace);
  const fences = fencesOf(trace);
  const pairs = [...conflicts.keys()].flatMap((store) =>
    events[store]!.wrote === undefined
      ? []
      : [...conflicts.keys()]
          .filter((load) => mayComeAfter(trace, fences, load, store))
          .map((load): Reordering => [load, store]),
  );
  const next = ([, store]: Reordering): Reordering[] =>
    pairs.filter(([load]) => conflicts.get(store)!.includes(load) && events[load]!.read !== undefined);
  return pairs.find((pair) => {
    const reached = new Set(next(pair));
    for (const each of reached) for (const after of next(each)) reached.add(after);
    return reached.has(pair);
  });
}

/**
 * Returns a plain load and a later plain store of its thread that a machine may exchange, so that the load reads a
 * value that another thread writes only after it has read the store (load buffering with a race). No supported model
 * does this.
 */
export function delayedLoadOf(trace: Trace): Reordering | undefined {
  const { states, events } = trace;
  const isPlain = (i: number, kind: number): boolean =>
    states.kind[events[i]!.state] === kind && orderOf(states, events[i]!) === 'plain';
  const conflicts = unorderedConflicts(trace);
  const fences = fencesOf(trace);
  const loads = [...conflicts.keys()].filter((i) => isPlain(i, LOAD));
  for (const store of conflicts.keys()) {
    if (!isPlain(store, STORE)) continue;
    const before = loads.filter((load) => isBefore(trace, load, store) && isUnfenced(trace, fences, load, store));
    if (before.length === 0) continue;
    const reached = reachedFrom(trace, conflicts, store);
    const isLate = (load: number): boolean =>
      conflicts.get(load)!.some((other) => events[other]!.wrote !== undefined && reached.has(other));
    const found = before.find(isLate);
    if (found !== undefined) return [found, store];
  }
  return undefined;
}

/** Whether a thread accesses another location after a relaxed load or read-modify-write, and other threads both of them. */
function anyAfterRelaxed(trace: Trace): boolean {
  const { states, events } = trace;
  const contended = contendedLocations(trace);
  /** The location that a thread has loaded, by thread. */
  const loaded = new Map<number, number>();
  return events.some(({ thread, state }, i) => {
    const location = states.location[state]!;
    if (!contended.has(location)) return false;
    const before = loaded.get(thread);
    if (before !== undefined && before !== location) return true;
    if (isRelaxed(trace, i)) loaded.set(thread, location);
    return false;
  });
}

/** Returns the locations that several threads access and one writes: the only ones with conflicts. */
function contendedLocations({ states, events }: Trace): ReadonlySet<number> {
  /** The first thread at each location. */
  const first = new Map<number, number>();
  const shared = new Set<number>();
  const written = new Set<number>();
  for (const { thread, state, wrote } of events) {
    const location = states.location[state]!;
    if (location < 0) continue;
    if (wrote !== undefined) written.add(location);
    const before = first.get(location);
    if (before === undefined) first.set(location, thread);
    else if (before !== thread) shared.add(location);
  }
  for (const location of shared) if (!written.has(location)) shared.delete(location);
  return shared;
}

function isRelaxed({ states, events }: Trace, i: number): boolean {
  const kind = states.kind[events[i]!.state]!;
  return (kind === LOAD || kind === RMW) && orderOf(states, events[i]!) === 'relaxed';
}

/** Of long executions, this many conflicting accesses are considered, and of each location, this many. */
const MOST_CONFLICTING = 1024;
const MOST_OF_LOCATION = 128;

/** Returns, by event, the events of other threads that conflict with it and are not ordered with it. */
function unorderedConflicts(trace: Trace): Map<number, number[]> {
  const { clocks } = new HappensBefore(trace);
  const found = new Map<number, number[]>();
  for (const rows of accessesByLocation(trace).values()) {
    const most = Math.min(MOST_CONFLICTING, found.size + MOST_OF_LOCATION);
    for (const [i, j] of conflictsIn(trace, clocks, rows)) {
      if (found.size >= most) break;
      push(found, i, j);
      push(found, j, i);
    }
  }
  return found;
}

/** Yields the unordered conflicts of a location. */
function* conflictsIn(
  trace: Trace,
  clocks: readonly Int32Array[],
  rows: ReadonlyMap<number, readonly number[]>,
): Generator<readonly [number, number]> {
  const { events } = trace;
  for (const [later, row] of rows) {
    for (const j of row) {
      for (const [thread, others] of rows) {
        // Each pair is found once.
        if (thread === later) break;
        const clock = clocks[j]![thread]!;
        for (let n = firstFrom(others, (i) => events[i]!.position >= clock); n < others.length; n++) {
          const i = others[n]!;
          // All later accesses of that thread are ordered, too.
          if (isOrdered(trace, clocks, i, j)) break;
          if (events[i]!.wrote !== undefined || events[j]!.wrote !== undefined) yield [i, j];
        }
      }
    }
  }
}

/** Returns the accesses of each location, by thread, in program order. */
function accessesByLocation({ states, events }: Trace): Map<number, Map<number, number[]>> {
  const byLocation = new Map<number, Map<number, number[]>>();
  events.forEach(({ state, thread }, i) => {
    const location = states.location[state]!;
    if (location < 0) return;
    let rows = byLocation.get(location);
    if (rows === undefined) byLocation.set(location, (rows = new Map<number, number[]>()));
    push(rows, thread, i);
  });
  return byLocation;
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns the index of the first element that meets a condition which all later ones meet, too. */
function firstFrom(row: readonly number[], isMet: (element: number) => boolean): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isMet(row[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the events of other threads that may come after an access: those that conflict with it, those that follow
 * them in their threads, and so on.
 */
function reachedFrom({ events }: Trace, conflicts: ReadonlyMap<number, number[]>, start: number): Set<number> {
  const { thread } = events[start]!;
  const reached = new Set(conflicts.get(start));
  for (const i of reached) {
    const at = events[i]!;
    for (const [j, others] of conflicts) {
      if (events[j]!.thread !== at.thread || events[j]!.position < at.position) continue;
      reached.add(j);
      for (const other of others) if (events[other]!.thread !== thread) reached.add(other);
    }
  }
  return reached;
}

/**
 * Whether a machine that preserves only the order required by memory orders and fences may perform the earlier access
 * after the later one.
 */
function mayComeAfter(trace: Trace, fences: Fences, earlier: number, later: number): boolean {
  return isBefore(trace, earlier, later) && isRelaxed(trace, earlier) && isUnfenced(trace, fences, earlier, later);
}

/** Whether `earlier` precedes `later` in the same thread and accesses another location. */
function isBefore({ states, events }: Trace, earlier: number, later: number): boolean {
  const [a, b] = [events[earlier]!, events[later]!];
  if (a.thread !== b.thread || a.position >= b.position) return false;
  return states.location[a.state] !== states.location[b.state];
}

/** Whether nothing keeps two accesses of a thread in order, apart from the earlier one's own memory order. */
function isUnfenced({ states, events }: Trace, fences: Fences, earlier: number, later: number): boolean {
  const [a, b] = [events[earlier]!, events[later]!];
  if (b.wrote !== undefined && releases(orderOf(states, b))) return false;
  const loads = states.kind[a.state] === LOAD;
  const row = fences.get(a.thread) ?? [];
  for (let n = firstFrom(row, (i) => events[i]!.position > a.position); n < row.length; n++) {
    const between = events[row[n]!]!;
    if (between.position >= b.position) return true;
    const order = orderOf(states, between);
    if (states.kind[between.state] !== FENCE || order === 'seq_cst') return false;
    if ((loads && acquires(order)) || (b.wrote !== undefined && releases(order))) return false;
  }
  return true;
}

/** The events of each thread that keep other accesses in order, in program order. */
type Fences = ReadonlyMap<number, readonly number[]>;

function fencesOf({ states, events }: Trace): Fences {
  const fences = new Map<number, number[]>();
  events.forEach((event, i) => {
    const kind = states.kind[event.state]!;
    const order = orderOf(states, event);
    // In practice, no access passes an acquire-release read-modify-write.
    const isFull = kind === SPAWN || kind === JOIN || (kind === RMW && acquires(order) && releases(order));
    if (isFull || kind === FENCE) push(fences, event.thread, i);
  });
  return fences;
}
