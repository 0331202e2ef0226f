import type { Context, Thread } from '../races/contexts.js';
import type { Sources } from '../races/operations.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers, both } from '../syntax/integer-sets.js';
import type { Cell, Cells } from './cells.js';
import { restrict } from './conditions.js';
import { elementAt, forgetElements, noteElement } from './elements.js';
import { Environment } from './environment.js';
import type { FlagLocks, Storing } from './flag-locks.js';
import { join } from './joins.js';
import { NOTHING, union } from './number-sets.js';
import type { Published } from './published.js';
import { compareWithPast, directionsOf, movePast, setSince } from './past.js';
import { ARGUMENT, cellAt, pastOf, placeOf } from './places.js';
import type { Situations } from './situations.js';
import type { Term } from './terms.js';

/** What a thread does with memory, as it sees it at a point: see `Situations`. */
export class MemoryAccess {
  readonly cells: Cells;
  published: Published;
  private isMissing = false;
  /** The store that is followed, if any. */
  storing: Storing | undefined;
  private readonly situations: Situations;
  private readonly flags: FlagLocks;

  constructor(cells: Cells, situations: Situations, published: Published, flags: FlagLocks) {
    this.cells = cells;
    this.situations = situations;
    this.published = published;
    this.flags = flags;
  }

  /** Notes that the locks or the other threads are now others: publishes what others may now see. */
  move(at: Environment, situation: number): void {
    if (at.situation === situation) return;
    const from = at.situation;
    at.situation = situation;
    for (const place of [...at.terms.keys()]) {
      const cell = this.cells.all[cellAt(place)];
      if (cell?.extent !== 'shared' || !at.terms.has(place)) continue;
      if (place === pastOf(cell)) movePast(at, cell, from, situation, this.published, this.situations);
      const access = this.situations.accessTo(cell, situation);
      if (access === 'exclusive') continue;
      if (access === 'open') forgetElements(at, cell);
      if (place !== placeOf(cell)) continue;
      const cluster = this.published.cluster(cell);
      this.published.leave(cluster, at);
      if (access === 'open') for (const each of cluster) this.leavePast(at, each);
    }
  }

  /** Keeps only what the cell has been, as others may write it now. */
  private leavePast(at: Environment, cell: Cell): void {
    const term = at.terms.get(placeOf(cell));
    at.terms.delete(placeOf(cell));
    if (term !== undefined && this.hasPast(cell)) at.terms.set(pastOf(cell), term);
  }

  /** Notes that the thread may be started here, with this argument. It knows what its parent does about the past. */
  start(thread: Thread, at: Environment, argument: Term | undefined): void {
    const known = new Environment();
    known.situation = at.situation;
    const add = (place: number, term: Term): void => {
      known.terms.set(place, term);
      if (term.symbol !== 0) known.sets.set(term.symbol, at.set({ ...term, add: 0n }));
    };
    for (const cell of this.cells.all) {
      const term = this.hasPast(cell) ? (at.terms.get(placeOf(cell)) ?? at.terms.get(pastOf(cell))) : undefined;
      if (term !== undefined) add(pastOf(cell), term);
    }
    if (argument !== undefined) add(ARGUMENT, argument);
    known.facts = at.facts.filter(({ a, b }) => known.sets.has(a.symbol) && known.sets.has(b.symbol));
    this.published.start(thread, known);
  }

  /** Whether all accesses to the cell are one access each, to all of it. */
  private hasPast({ extent, isArray, range }: Cell): boolean {
    return extent === 'shared' && !isArray && range.bytes <= this.cells.pointerSize && range.offset % range.bytes === 0;
  }

  /** Lets the environment know the cells of a cluster; returns false if nothing is there yet. */
  private enter(cluster: readonly Cell[], at: Environment, situation: number): boolean {
    const missing = cluster.filter((cell) => !at.terms.has(placeOf(cell)));
    if (!this.published.enter(cluster, at)) return false;
    this.meetPast(missing, at, situation);
    return true;
  }

  /** Notes what follows for cells from what they have been; returns whether they can be as they are. */
  private meetPast(cells: readonly Cell[], at: Environment, situation: number): boolean {
    let isPossible = true;
    for (const cell of cells) {
      const term = at.terms.get(placeOf(cell));
      const since = term && setSince(at, cell, situation, this.published, this.situations);
      if (since === undefined) continue;
      isPossible &&= restrict(at, term!, since);
      isPossible &&= compareWithPast(at, cell, term!, situation, this.published, this.situations);
      at.terms.delete(pastOf(cell));
    }
    return isPossible;
  }

  /** Returns the cases of what an access finds in a cell that the thread has not accessed yet. */
  split(at: Environment, address: Sources, bytes: number, context: Context, situation: number): readonly Environment[] {
    const [cell, ...others] = this.cells.of(address, context, bytes);
    if (cell?.extent !== 'shared' || others.length > 0 || this.isElsewhere(cell, situation)) return [at];
    const cluster = this.published.cluster(cell);
    const cases = this.published.cases(cluster);
    if (cases.length < 2 || cluster.some((each) => at.terms.has(placeOf(each)))) return [at];
    return cases.flatMap((each) => {
      const found = at.copy();
      this.published.enter(cluster, found, each);
      return this.meetPast(cluster, found, situation) ? [found] : [];
    });
  }

  /** Whether a load has found a cell in which no thread had left a value since this was asked last. */
  takeMissing(): boolean {
    const { isMissing } = this;
    this.isMissing = false;
    return isMissing;
  }

  /** Joins two environments. What only one of them knows is published. */
  join(old: Environment, next: Environment, thresholds?: readonly bigint[]): Environment {
    this.meet(old, next);
    const joined = join(old, next, thresholds);
    this.leaveOthers(old, joined);
    this.leaveOthers(next, joined);
    return joined;
  }

  /** Publishes the cells that one environment has, and the other one does not. */
  leaveOthers(at: Environment, kept: Environment | undefined): void {
    const left = new Set<readonly Cell[]>();
    for (const place of at.terms.keys()) {
      const cell = this.cells.all[-1 - place];
      if (cell?.extent === 'shared' && kept?.terms.has(place) !== true) left.add(this.published.cluster(cell));
    }
    for (const cluster of left) this.published.leave(cluster, at);
  }

  /**
   * Lets each environment know the cells that the other one knows, if no other thread can write them at its point: a thread
   * that has not accessed a cell on one path finds there what others have left. Returns whether the first one has changed.
   */
  meet(one: Environment, other: Environment): boolean {
    const before = one.terms.size;
    for (const [at, from] of [
      [one, other],
      [other, one],
    ] as const) {
      if (at.situation < 0) continue;
      for (const place of from.terms.keys()) {
        const cell = at.terms.has(place) ? undefined : this.cells.all[-1 - place];
        if (cell?.extent !== 'shared' || this.isElsewhere(cell, at.situation)) continue;
        this.enter(this.published.cluster(cell), at, at.situation);
      }
    }
    return one.terms.size > before;
  }

  /** Publishes the cells that no thread has published before. */
  leaveEmpty(at: Environment): void {
    for (const place of at.terms.keys()) {
      const cell = this.cells.all[-1 - place];
      if (cell?.extent !== 'shared') continue;
      const cluster = this.published.cluster(cell);
      if (this.published.isEmpty(cluster)) this.published.leave(cluster, at);
    }
  }

  /** Returns what a load gives; undefined if it cannot be reached as far as is known yet. */
  load(
    at: Environment,
    address: Sources,
    bytes: number,
    bits: number,
    context: Context,
    situation: number,
    where?: Term,
  ): Term | undefined {
    const cells = this.cells.of(address, context, bytes);
    if (cells.length === 0 || cells.some((cell) => cell?.bits !== 8 * bytes)) return at.fresh(bits);
    // It may find parts of different values.
    const isTorn = (cell: Cell): boolean =>
      bytes > context.body.code.layout.pointerSize || (cell.range.offset | cell.range.stride) % bytes !== 0;
    if (cells.some((cell) => this.isElsewhere(cell!, situation) && isTorn(cell!))) return at.fresh(bits);
    if (cells.length === 1 && !cells[0]!.isArray) {
      const term = this.read(at, cells[0]!, situation);
      return term === undefined || term.bits === bits ? term : at.fresh(bits);
    }
    const array = where !== undefined && cells.length === 1 ? this.arrayOf(cells[0], situation) : undefined;
    const known = array && elementAt(at, array, where!);
    if (known?.bits === bits) return known;
    let set: IntegerSet = NOTHING;
    for (const cell of cells) {
      const term = this.read(at, cell!, situation);
      if (term === undefined) continue;
      if (term.bits !== bits) return at.fresh(bits);
      set = union(set, at.set(term));
    }
    if (set.length === 0) return undefined;
    const found = at.fresh(bits, set);
    if (array !== undefined) noteElement(at, array, where!, found);
    return found;
  }

  /** Returns the cell if it is an array that no other thread can write at this point. */
  private arrayOf(cell: Cell | undefined, situation: number): Cell | undefined {
    return cell?.isArray === true && !this.isElsewhere(cell, situation) ? cell : undefined;
  }

  /** Returns the cell as it is; undefined if nothing is there yet. */
  private read(at: Environment, cell: Cell, situation: number): Term | undefined {
    if (this.isElsewhere(cell, situation)) {
      const set = this.published.set(cell);
      this.isMissing ||= set === undefined;
      return set && this.readOpen(at, cell, set, situation);
    }
    const place = placeOf(cell);
    if (!at.terms.has(place) && cell.extent === 'shared') {
      if (!this.enter(this.published.cluster(cell), at, situation)) {
        this.isMissing = true;
        return undefined;
      }
    }
    let term = at.terms.get(place);
    if (term === undefined) at.terms.set(place, (term = at.fresh(cell.bits)));
    return term;
  }

  /** Returns the value of a cell that others may write, and that has one of these values; undefined if it has none yet. */
  private readOpen(at: Environment, cell: Cell, set: IntegerSet, situation: number): Term | undefined {
    if (!this.hasPast(cell)) return at.fresh(cell.bits, set);
    const since = setSince(at, cell, situation, this.published, this.situations);
    const possible = since === undefined ? set : both(set, since);
    if (possible.length === 0) return undefined;
    const now = at.fresh(cell.bits, possible);
    compareWithPast(at, cell, now, situation, this.published, this.situations);
    at.terms.set(pastOf(cell), now);
    return now;
  }

  /** Stores a value; undefined: any. */
  store(
    at: Environment,
    address: Sources,
    bytes: number,
    value: Term | undefined,
    context: Context,
    situation: number,
    where?: Term,
  ): void {
    const cells = this.cells.of(address, context, bytes).filter((cell) => cell !== undefined);
    const isOne = this.cells.of(address, context, bytes).length === 1;
    for (const cell of cells) {
      const fits = value !== undefined && value.bits === cell.bits && cell.bits === 8 * bytes;
      const term = fits ? value : at.fresh(cell.bits);
      this.write(at, cell, term, isOne && !cell.isArray, situation);
      const array = isOne && fits ? this.arrayOf(cell, situation) : undefined;
      if (array !== undefined && where !== undefined) noteElement(at, array, where, term);
    }
  }

  /** Notes that the cell holds the value, or may hold it. */
  write(at: Environment, cell: Cell, value: Term, isSure: boolean, situation: number): void {
    forgetElements(at, cell);
    const known = this.isElsewhere(cell, situation) ? undefined : at.terms.get(placeOf(cell));
    this.flags.note(cell, isSure ? this.storing : undefined, known && at.set(known), at.set(value));
    if (cell.extent === 'shared' && !cell.isArray) {
      this.published.wrote(cell, situation, at.set(value), directionsOf(at, known, value));
    }
    if (this.isElsewhere(cell, situation)) {
      this.published.store(cell, at.set(value));
      this.writePast(at, cell, value, isSure);
      return;
    }
    const place = placeOf(cell);
    const isShared = cell.extent === 'shared';
    const cluster = isShared ? this.published.cluster(cell) : [];
    if (isShared && !at.terms.has(place) && (!isSure || cluster.length > 1)) this.enter(cluster, at, situation);
    at.terms.delete(pastOf(cell));
    if (isSure) at.terms.set(place, value);
    else {
      const old = at.terms.get(place);
      if (old !== undefined) at.terms.set(place, at.fresh(cell.bits, union(at.set(old), at.set(value))));
      else if (isShared) this.published.store(cell, at.set(value));
    }
    if (isShared && this.situations.accessTo(cell, situation) !== 'exclusive') this.published.leave(cluster, at);
  }

  private writePast(at: Environment, cell: Cell, value: Term, isSure: boolean): void {
    if (!this.hasPast(cell)) return;
    const past = at.terms.get(pastOf(cell));
    if (isSure) at.terms.set(pastOf(cell), value);
    else if (past !== undefined) {
      at.terms.set(pastOf(cell), at.fresh(cell.bits, union(at.set(past), at.set(value))));
    }
  }

  /** Notes that the object has just been made: its cells hold the set, or any value. */
  allocate(at: Environment, object: number, situation: number, value?: bigint): void {
    for (const cell of this.cells.objectCells(object)) {
      const set: IntegerSet = value === undefined ? allIntegers(cell.bits) : [[value, value]];
      this.write(at, cell, at.fresh(cell.bits, set), true, situation);
    }
  }

  /** Whether the thread does not keep the value of the cell. */
  private isElsewhere(cell: Cell, situation: number): boolean {
    return cell.extent === 'many' || (cell.extent === 'shared' && this.situations.accessTo(cell, situation) === 'open');
  }
}
