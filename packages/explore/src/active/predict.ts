import type { AccessClass } from './access-classes.js';
import { conflict, conflictingClasses } from './access-classes.js';
import type { Accesses } from './accesses.js';
import type { Cycles } from './cycles.js';
import { predictClosest } from './predict-closest.js';
import { predictLonger } from './predict-longer.js';
import type { Window } from './window.js';
import { windows } from './window.js';

/**
 * Phase I of 004: adds the potential happens-before cycles of at most `length` labels in the accesses of a sequentially
 * consistent execution. The result is that of Algorithm 1 without cycles at a single location: these cannot happen, as
 * no model here reorders accesses to one location. Cycles with a small span come first, and none that `cycles` would not
 * keep are looked for. Returns the number of conflicts or pairs, by which its cost can be judged.
 */
export function predictCycles(accesses: Accesses, length: number, cycles: Cycles): number {
  const classes = conflictingClasses(accesses);
  const between = conflictsByThreads(classes);
  if (between === undefined) return predictClosest(classes, cycles);
  let tests = MOST_TESTS;
  for (const window of windows(greatestSpan(accesses, length), (from) => from < cycles.limit && tests > 0)) {
    tests = predictPairs(between, window, cycles, tests);
    if (length > 4) predictLonger(classes, length, window, cycles);
  }
  return countConflicts(between);
}

function greatestSpan({ count, position }: Accesses, length: number): number {
  let last = 0;
  for (let i = 0; i < count; i++) last = Math.max(last, position[i]!);
  return (length / 2) * last;
}

/** Test at most this many pairs of conflicts: about two seconds. */
const MOST_TESTS = 2e7;

/** Look at all conflicts if they are between at most this many pairs of labels: some 100 MB. */
const MOST_ROWS = 100_000;

/** Greater than the number of threads or labels, for keys of two of them. */
const MOST = 2 ** 26;

/** The conflicts between two labels in two threads, in one direction. */
interface Conflicts {
  readonly fromLabel: number;
  readonly toLabel: number;
  /** First position of each label in its thread. */
  fromAt: number;
  toAt: number;
  readonly all: Conflict[];
  /** The relevant ones, by latest `from` first, and by latest `to` first. */
  byFrom: readonly Conflict[];
  byTo: readonly Conflict[];
}

interface Conflict {
  readonly location: number;
  /** Last position of one label in its thread, first position of the other in its own. */
  readonly from: number;
  readonly to: number;
}

type ConflictsByThreads = ReadonlyMap<number, readonly Conflicts[]>;

/**
 * Cycles of two threads. Such a cycle is a conflict in each direction, at different locations, where in each thread the
 * incoming access may precede the outgoing one. For given labels it is enough to know whether two such conflicts exist,
 * and that takes one pass over them by position. Enumerating chains would take as many steps as there are pairs of
 * locations. Returns how many more tests may be made.
 */
function predictPairs(between: ConflictsByThreads, { from, to }: Window, cycles: Cycles, mostTests: number): number {
  let tests = mostTests;
  for (const [key, there] of between) {
    const [p, q] = [Math.floor(key / MOST), key % MOST];
    const back = p < q ? between.get(q * MOST + p) : undefined;
    if (back === undefined) continue;
    for (const a of there) {
      for (let i = firstAfter(back, a.fromAt - to); i < back.length && back[i]!.toAt < a.fromAt + to; i++) {
        const b = back[i]!;
        const span = Math.abs(a.fromAt - b.toAt) + Math.abs(b.fromAt - a.toAt);
        if (span < from || span >= to) continue;
        tests--;
        // This is cheaper than to look whether the cycle is known.
        if (closes(a, b)) cycles.add([b.toLabel, a.fromLabel, a.toLabel, b.fromLabel], span);
      }
      if (tests > 0) continue;
      cycles.leftOut = true;
      return 0;
    }
  }
  return tests;
}

/** The first of the conflicts, which are sorted, that lead behind this position. */
function firstAfter(conflicts: readonly Conflicts[], position: number): number {
  let [low, high] = [0, conflicts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (conflicts[middle]!.toAt <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countConflicts(between: ConflictsByThreads): number {
  let sum = 0;
  for (const rows of between.values()) for (const { all } of rows) sum += all.length;
  return sum;
}

/** Sorted by where they lead; undefined: there are too many. */
function conflictsByThreads(classes: readonly (readonly AccessClass[])[]): ConflictsByThreads | undefined {
  let rowsLeft = MOST_ROWS;
  const found = new Map<number, Map<number, Conflicts>>();
  for (const row of classes) {
    for (const a of row) {
      for (const b of row) {
        if (!conflict(a, b)) continue;
        const byLabels = entry(found, a.thread * MOST + b.thread, () => new Map<number, Conflicts>());
        const conflicts = entry(byLabels, a.label * MOST + b.label, () => {
          rowsLeft--;
          return none(a.label, b.label);
        });
        conflicts.all.push({ location: a.location, from: a.last, to: b.first });
        conflicts.fromAt = Math.min(conflicts.fromAt, a.first);
        conflicts.toAt = Math.min(conflicts.toAt, b.first);
      }
    }
    if (rowsLeft < 0) return undefined;
  }
  const result = new Map<number, Conflicts[]>();
  for (const [key, byLabels] of found) {
    const rows = [...byLabels.values()].sort((x, y) => x.toAt - y.toAt);
    for (const row of rows) {
      row.byFrom = thatMatter(row.all);
      row.byTo = [...row.byFrom].sort((x, y) => y.to - x.to);
    }
    result.set(key, rows);
  }
  return result;
}

function none(fromLabel: number, toLabel: number): Conflicts {
  return { fromLabel, toLabel, fromAt: Infinity, toAt: Infinity, all: [], byFrom: [], byTo: [] };
}

function entry<V>(map: Map<number, V>, key: number, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * The later its `from` and the earlier its `to`, the more easily a conflict is part of a cycle. A conflict is redundant
 * if two others, at different locations, are at least as good: one of these is not at the location of the opposite
 * conflict.
 */
function thatMatter(conflicts: readonly Conflict[]): Conflict[] {
  const earliest = new EarliestTwo();
  const sorted = [...conflicts].sort((x, y) => y.from - x.from || x.to - y.to);
  return sorted.filter((each) => earliest.add(each));
}

/** The two conflicts at different locations whose `to` is earliest. */
class EarliestTwo {
  private best: Conflict | undefined;
  private second: Conflict | undefined;

  /** Returns whether it became one of them. */
  add(conflict: Conflict): boolean {
    const { best, second } = this;
    if (best === undefined || conflict.to < best.to) {
      if (best?.location !== conflict.location) this.second = best;
      this.best = conflict;
      return true;
    }
    if (conflict.location === best.location || (second !== undefined && second.to <= conflict.to)) return false;
    this.second = conflict;
    return true;
  }

  /** The earliest one that is not at this location. */
  elsewhere(location: number): Conflict | undefined {
    return this.best?.location === location ? this.second : this.best;
  }
}

/** Does each have a conflict, at different locations, such that a.to <= b.from and b.to <= a.from? */
function closes(there: Conflicts, back: Conflicts): boolean {
  const earliest = new EarliestTwo();
  let added = 0;
  for (const a of there.byTo) {
    // The next a has an earlier `to`, so all conflicts added so far remain late enough.
    for (; added < back.byFrom.length && back.byFrom[added]!.from >= a.to; added++) earliest.add(back.byFrom[added]!);
    const b = earliest.elsewhere(a.location);
    if (b !== undefined && b.to <= a.from) return true;
  }
  return false;
}
