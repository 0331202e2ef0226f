import type { Thread } from '../races/contexts.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import type { Cell } from './cells.js';
import { Environment } from './environment.js';
import { addFact } from './orders.js';
import { PublishedCases } from './published-cases.js';
import type { Directions } from './stores.js';
import { Stores } from './stores.js';
import { placeOf } from './places.js';
import type { Term } from './terms.js';
import { plus } from './terms.js';

/**
 * What threads may find in cells that another thread has left, at any time and in any execution: groups of cells (`clusters`)
 * that threads leave together, as environments with the places of these cells.
 */
export class Published {
  private isChanged = false;
  private readonly clusters: ReadonlyMap<Cell, readonly Cell[]>;
  private readonly thresholds: readonly bigint[];
  private readonly most: number;
  private readonly states = new Map<readonly Cell[] | Thread, PublishedCases>();
  /** What threads find. */
  private readonly found: Published;
  private readonly stores: Stores;

  /** `most`: so many cases are told apart. */
  constructor(
    clusters: ReadonlyMap<Cell, readonly Cell[]>,
    thresholds: readonly bigint[],
    most: number,
    found?: Published,
  ) {
    this.clusters = clusters;
    this.most = most;
    this.thresholds = thresholds;
    this.found = found ?? this;
    this.stores = new Stores(thresholds);
  }

  /** Notes that a thread stores one of these values in this situation, and how they compare to what was there. */
  wrote(cell: Cell, situation: number, set: IntegerSet, directions: Directions): void {
    if (this.stores.note(cell, situation, set, directions)) this.isChanged = true;
  }

  /** Returns what threads store to the cell. */
  get written(): Stores {
    return this.found.stores;
  }

  /** Returns the same clusters without values. Threads find there what is here. */
  next(): Published {
    return new Published(this.clusters, this.thresholds, this.most, this);
  }

  /** Whether no thread has left the cluster yet. */
  isEmpty(cluster: readonly Cell[]): boolean {
    return !this.states.has(cluster);
  }

  /** Whether something new has been published since this was asked last. */
  takeChange(): boolean {
    const { isChanged } = this;
    this.isChanged = false;
    return isChanged;
  }

  cluster(cell: Cell): readonly Cell[] {
    return this.clusters.get(cell)!;
  }

  /** Returns what threads may find in a cell; undefined if nothing is there yet. */
  set(cell: Cell): IntegerSet | undefined {
    const state = this.found.states.get(this.cluster(cell))?.all;
    return state && setAt(state, placeOf(cell), cell.bits);
  }

  /** Lets the environment know the cells of a cluster that it does not know; returns false if nothing is there yet. */
  enter(cluster: readonly Cell[], into: Environment, state = this.found.states.get(cluster)?.all): boolean {
    if (state === undefined) return false;
    const symbols = new Map<number, Term>();
    for (const cell of cluster) {
      const term = state.terms.get(placeOf(cell));
      if (term === undefined || into.terms.has(placeOf(cell))) continue;
      let own = symbols.get(term.symbol);
      if (own === undefined && term.symbol !== 0) {
        own = into.fresh(term.bits, state.set({ ...term, add: 0n }));
        symbols.set(term.symbol, own);
      }
      const add = BigInt.asIntN(term.bits, term.add + (own?.add ?? 0n));
      into.terms.set(placeOf(cell), { symbol: own?.symbol ?? 0, add, bits: term.bits });
    }
    for (const fact of state.facts) {
      const [a, b] = [symbols.get(fact.a.symbol), symbols.get(fact.b.symbol)];
      if (a !== undefined && b !== undefined)
        addFact(into, { ...fact, a: plus(a, fact.a.add), b: plus(b, fact.b.add) });
    }
    return true;
  }

  /** Returns the cases of what threads may find in the cluster. */
  cases(cluster: readonly Cell[]): readonly Environment[] {
    return this.found.states.get(cluster)?.list ?? [];
  }

  /** Notes that others may find the cells of the cluster as they are here. */
  leave(cluster: readonly Cell[], from: Environment): void {
    const state = new Environment();
    for (const cell of cluster) {
      const term = from.terms.get(placeOf(cell));
      if (term === undefined) continue;
      state.terms.set(placeOf(cell), term);
      if (term.symbol !== 0) state.sets.set(term.symbol, from.set({ ...term, add: 0n }));
    }
    state.facts = from.facts.filter(({ a, b }) => state.sets.has(a.symbol) && state.sets.has(b.symbol));
    this.merge(cluster, state);
  }

  /** Notes that others may find a value in the cell, whatever is in the others of its cluster. */
  store(cell: Cell, set: IntegerSet): void {
    const cluster = this.cluster(cell);
    const state = new Environment();
    for (const each of cluster) {
      const known = each === cell ? set : this.set(each);
      if (known !== undefined) state.terms.set(placeOf(each), state.fresh(each.bits, known));
    }
    this.merge(cluster, state);
  }

  /** Notes that the thread may be started with this argument, and what it then knows of the past. */
  start(thread: Thread, known: Environment): void {
    this.merge(thread, known);
  }

  /** Returns what the thread knows when it starts; undefined if it is not started. */
  startOf(thread: Thread): Environment | undefined {
    return this.found.states.get(thread)?.all.copy();
  }

  private merge(key: readonly Cell[] | Thread, state: Environment): void {
    let cases = this.states.get(key);
    if (cases === undefined) this.states.set(key, (cases = new PublishedCases(this.most, this.thresholds)));
    if (cases.add(state)) this.isChanged = true;
  }
}

function setAt(state: Environment, place: number, bits: number): IntegerSet {
  const term = state.terms.get(place) ?? { symbol: -1, add: 0n, bits };
  return state.set(term);
}
