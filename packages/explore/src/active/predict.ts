import type { AccessClass } from './access-classes.js';
import { conflict, conflictingClasses } from './access-classes.js';
import type { Accesses } from './accesses.js';
import type { Cycles } from './cycles.js';
import { predictClosest } from './predict-closest.js';
import { predictLonger } from './predict-longer.js';
import type { Window } from './window.js';
import { windows } from './window.js';

/**
 * Phase I of Burnim, Sen and Stergiou (ISSTA 2011): adds the potential happens-before cycles of at most `length` labels
 * in the accesses of a sequentially consistent execution. The result is that of Algorithm 1 without cycles at a single
 * location. Those cannot happen, because no supported model reorders accesses to one location. Searches small spans
 * first, and skips cycles that `cycles` would not keep. Returns the number of conflicts or pairs as a measure of the
 * cost.
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

/** Maximum number of conflict pairs to test: about two seconds. */
const MOST_TESTS = 2e7;

/** Maximum number of label pairs for which all conflicts are kept: about 100 MB. */
const MOST_ROWS = 100_000;

/** Multiplier for keys made of two numbers. Greater than the number of threads or labels. */
const MOST = 2 ** 26;

/** The conflicts between two labels in two threads, in one direction. */
interface Conflicts {
  readonly fromLabel: number;
  readonly toLabel: number;
  /** First position of each label in its thread. */
  fromAt: number;
  toAt: number;
  readonly all: Conflict[];
  /** The conflicts that are not redundant, sorted by `from` and by `to`, latest first. */
  byFrom: readonly Conflict[];
  byTo: readonly Conflict[];
}

interface Conflict {
  readonly location: number;
  /** Last position of one label in its thread, and first position of the other label in its thread. */
  readonly from: number;
  readonly to: number;
}

type ConflictsByThreads = ReadonlyMap<number, readonly Conflicts[]>;

/**
 * Finds cycles of two threads. Such a cycle is a conflict in each direction, at different locations, where in each
 * thread the incoming access may precede the outgoing one. For given labels it is enough to decide whether two such
 * conflicts exist, which takes one pass over them by position. Enumerating chains would take as many steps as there are
 * pairs of locations. Returns the number of tests left.
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
        // Cheaper than checking first whether the cycle is already known.
        if (closes(a, b)) cycles.add([b.toLabel, a.fromLabel, a.toLabel, b.fromLabel], span);
      }
      if (tests > 0) continue;
      cycles.leftOut = true;
      return 0;
    }
  }
  return tests;
}

/** Returns the index of the first of these sorted conflicts that leads to an access after this position. */
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

/** Groups conflicts by pair of threads, sorted by target position. Returns undefined if there are too many. */
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
 * Returns the conflicts that are not redundant. The later its `from` and the earlier its `to`, the more easily a
 * conflict is part of a cycle. A conflict is redundant if two others, at different locations, are at least as good: at
 * least one of them is not at the location of the opposite conflict.
 */
function thatMatter(conflicts: readonly Conflict[]): Conflict[] {
  const earliest = new EarliestTwo();
  const sorted = [...conflicts].sort((x, y) => y.from - x.from || x.to - y.to);
  return sorted.filter((each) => earliest.add(each));
}

/** Holds the two conflicts at different locations with the earliest `to`. */
class EarliestTwo {
  private best: Conflict | undefined;
  private second: Conflict | undefined;

  /** Adds the conflict if it is among the earliest two, and returns whether it is. */
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

  /** Returns the earliest conflict that is not at this location. */
  elsewhere(location: number): Conflict | undefined {
    return this.best?.location === location ? this.second : this.best;
  }
}

/**
 * Whether there are conflicts a in `there` and b in `back`, at different locations, with a.to <= b.from and b.to <=
 * a.from.
 */
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
