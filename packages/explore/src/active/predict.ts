import type { AccessClass } from './access-classes.js';
import { conflict, conflictingClasses } from './access-classes.js';
import type { Accesses } from './accesses.js';
import type { Cycles } from './cycles.js';
import { predictLonger } from './predict-longer.js';

/**
 * Phase I of 004: adds the potential happens-before cycles of at most `length` labels in the accesses of a sequentially
 * consistent execution. The result is that of Algorithm 1 without cycles at a single location: these cannot happen, as
 * no model here reorders accesses to one location.
 */
export function predictCycles(accesses: Accesses, length: number, cycles: Cycles): void {
  const classes = conflictingClasses(accesses);
  predictPairs(classes, cycles);
  if (length > 4) predictLonger(classes, length, cycles);
}

/** Greater than the number of threads or labels, for keys of two of them. */
const MOST = 2 ** 26;

/** The conflicts between two labels in two threads, in one direction. */
interface Conflicts {
  readonly fromLabel: number;
  readonly toLabel: number;
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

/**
 * Cycles of two threads. Such a cycle is a conflict in each direction, at different locations, where in each thread the
 * incoming access may precede the outgoing one. For given labels it is enough to know whether two such conflicts exist,
 * and that takes one pass over them by position. Enumerating chains would take as many steps as there are pairs of
 * locations.
 */
function predictPairs(classes: readonly (readonly AccessClass[])[], cycles: Cycles): void {
  const between = conflictsByThreads(classes);
  for (const [key, there] of between) {
    const [p, q] = [Math.floor(key / MOST), key % MOST];
    const back = p < q ? between.get(q * MOST + p) : undefined;
    if (back === undefined) continue;
    for (const a of there) {
      for (const b of back) {
        const cycle = [b.toLabel, a.fromLabel, a.toLabel, b.fromLabel];
        if (!cycles.has(cycle) && closes(a, b)) cycles.add(cycle);
      }
    }
  }
}

function conflictsByThreads(classes: readonly (readonly AccessClass[])[]): Map<number, Conflicts[]> {
  const found = new Map<number, Map<number, Conflicts>>();
  for (const row of classes) {
    for (const a of row) {
      for (const b of row) {
        if (!conflict(a, b)) continue;
        const byLabels = entry(found, a.thread * MOST + b.thread, () => new Map<number, Conflicts>());
        const conflicts = entry(byLabels, a.label * MOST + b.label, () => none(a.label, b.label));
        conflicts.all.push({ location: a.location, from: a.last, to: b.first });
      }
    }
  }
  const result = new Map<number, Conflicts[]>();
  for (const [key, byLabels] of found) {
    const rows = [...byLabels.values()];
    for (const row of rows) {
      row.byFrom = thatMatter(row.all);
      row.byTo = [...row.byFrom].sort((x, y) => y.to - x.to);
    }
    result.set(key, rows);
  }
  return result;
}

function none(fromLabel: number, toLabel: number): Conflicts {
  return { fromLabel, toLabel, all: [], byFrom: [], byTo: [] };
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
