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
  for (const later of conflicts.keys()) {
    const candidates = [...conflicts].filter(([earlier]) => mayComeAfter(trace, earlier, later));
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
  const pairs = [...conflicts.keys()].flatMap((store) =>
    events[store]!.wrote === undefined
      ? []
      : [...conflicts.keys()]
          .filter((load) => mayComeAfter(trace, load, store))
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
  const loads = [...conflicts.keys()].filter((i) => isPlain(i, LOAD));
  for (const store of conflicts.keys()) {
    if (!isPlain(store, STORE)) continue;
    const before = loads.filter((load) => isBefore(trace, load, store) && isUnfenced(trace, load, store));
    if (before.length === 0) continue;
    const reached = reachedFrom(trace, conflicts, store);
    const isLate = (load: number): boolean =>
      conflicts.get(load)!.some((other) => events[other]!.wrote !== undefined && reached.has(other));
    const found = before.find(isLate);
    if (found !== undefined) return [found, store];
  }
  return undefined;
}

/** Whether a thread accesses another location after a relaxed load or read-modify-write. */
function anyAfterRelaxed(trace: Trace): boolean {
  const { states, events } = trace;
  /** The location that a thread has loaded, by thread. */
  const loaded = new Map<number, number>();
  return events.some(({ thread, state }, i) => {
    const location = states.location[state]!;
    if (location < 0) return false;
    const before = loaded.get(thread);
    if (before !== undefined && before !== location) return true;
    if (isRelaxed(trace, i)) loaded.set(thread, location);
    return false;
  });
}

function isRelaxed({ states, events }: Trace, i: number): boolean {
  const kind = states.kind[events[i]!.state]!;
  return (kind === LOAD || kind === RMW) && orderOf(states, events[i]!) === 'relaxed';
}

/** Returns, by event, the events of other threads that conflict with it and are not ordered with it. */
function unorderedConflicts(trace: Trace): Map<number, number[]> {
  const { states, events } = trace;
  const byLocation = new Map<number, number[]>();
  events.forEach(({ state }, i) => {
    const location = states.location[state]!;
    if (location >= 0) byLocation.set(location, [...(byLocation.get(location) ?? []), i]);
  });
  const { clocks } = new HappensBefore(trace);
  const found = new Map<number, number[]>();
  const add = (from: number, to: number): void => void found.set(from, [...(found.get(from) ?? []), to]);
  for (const group of byLocation.values()) {
    for (const [n, j] of group.entries()) {
      for (const i of group.slice(0, n)) {
        const [a, b] = [events[i]!, events[j]!];
        if (a.thread === b.thread || (a.wrote === undefined && b.wrote === undefined)) continue;
        if (isOrdered(trace, clocks, i, j)) continue;
        add(i, j);
        add(j, i);
      }
    }
  }
  return found;
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
function mayComeAfter(trace: Trace, earlier: number, later: number): boolean {
  return isBefore(trace, earlier, later) && isRelaxed(trace, earlier) && isUnfenced(trace, earlier, later);
}

/** Whether `earlier` precedes `later` in the same thread and accesses another location. */
function isBefore({ states, events }: Trace, earlier: number, later: number): boolean {
  const [a, b] = [events[earlier]!, events[later]!];
  if (a.thread !== b.thread || a.position >= b.position) return false;
  return states.location[a.state] !== states.location[b.state];
}

/** Whether nothing keeps two accesses of a thread in order, apart from the earlier one's own memory order. */
function isUnfenced(trace: Trace, earlier: number, later: number): boolean {
  const { states, events } = trace;
  const [a, b] = [events[earlier]!, events[later]!];
  if (b.wrote !== undefined && releases(orderOf(states, b))) return false;
  const loads = states.kind[a.state] === LOAD;
  return !events.some((between) => {
    if (between.thread !== a.thread || between.position <= a.position || between.position >= b.position) return false;
    const kind = states.kind[between.state]!;
    const order = orderOf(states, between);
    if (kind === SPAWN || kind === JOIN) return true;
    if (kind === FENCE && order === 'seq_cst') return true;
    // In practice, no access passes an acquire-release read-modify-write.
    if (kind === RMW) return acquires(order) && releases(order);
    return kind === FENCE && ((loads && acquires(order)) || (b.wrote !== undefined && releases(order)));
  });
}
