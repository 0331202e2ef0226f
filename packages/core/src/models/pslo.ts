import { INITIAL } from '../operations/events.js';
import type { MemoryOrder } from '../operations/orders.js';
import { STORE } from '../operations/operation.js';
import { acquires } from '../operations/orders.js';
import { LOAD_LOAD } from './lowering.js';
import type { MemoryModel } from './model.js';
import { PSO, PsoMemory, lowerPso } from './pso.js';

/**
 * Like PSO, but a load may also return an old value from the history S[p][a] (Burnim, Sen and Stergiou, ISSTA 2011,
 * Fig. 6). Every change of S[p][a] in the figure drops its oldest values or adds the newest, so S[p][a] is represented
 * as a suffix of the stores committed to a: `since(p, a)` is its start.
 */
export class PsloMemory extends PsoMemory {
  private values: number[][] = [];
  private writers: number[][] = [];
  private since: number[][] = [];

  override fit(initial: readonly number[], processes: number): void {
    super.fit(initial, processes);
    for (let a = this.values.length; a < initial.length; a++) {
      this.values.push([initial[a]!]);
      this.writers.push([INITIAL]);
    }
    while (this.since.length < processes) this.since.push([]);
    for (const row of this.since) while (row.length < initial.length) row.push(0);
  }

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.values = other.values.map((row) => row.slice());
    this.writers = other.writers.map((row) => row.slice());
    this.since = other.since.map((row) => row.slice());
  }

  /** Returns the number of results; choice 0 is the newest value. */
  override loadChoices(p: number, a: number): number {
    return this.B.youngest(p, a) >= 0 ? 1 : this.values[a]!.length - this.since[p]![a]!;
  }

  override load(p: number, a: number, choice: number): void {
    if (this.B.youngest(p, a) >= 0) {
      super.load(p, a, choice);
      return;
    }
    const at = this.values[a]!.length - 1 - choice;
    this.value = this.values[a]![at]!;
    this.source = this.writers[a]![at]!;
    this.since[p]![a] = at;
  }

  override peek(p: number, a: number, choice: number): number {
    return this.B.youngest(p, a) >= 0 ? super.peek(p, a, choice) : this.values[a]!.at(-1 - choice)!;
  }

  override writeThrough(p: number, a: number, v: number, event: number): void {
    super.writeThrough(p, a, v, event);
    this.remember(p, a, v, event);
  }

  override commit(p: number, rank: number): void {
    super.commit(p, rank);
    const a = this.committedLocation;
    this.remember(p, a, this.m[a]!, this.committedEvent);
  }

  override loadLoadFence(p: number): void {
    for (let a = 0; a < this.values.length; a++) this.forget(p, a);
  }

  private forget(p: number, a: number): void {
    this.since[p]![a] = this.values[a]!.length - 1;
  }

  override historyKey(): string {
    return this.since.map((row) => row.join(',')).join(';');
  }

  private remember(p: number, a: number, v: number, event: number): void {
    this.values[a]!.push(v);
    this.writers[a]!.push(event);
    this.forget(p, a);
  }
}

function lower(kind: number, order: MemoryOrder): number {
  const reads = kind !== STORE || order === 'seq_cst';
  return lowerPso(kind, order) | (reads && acquires(order) ? LOAD_LOAD : 0);
}

/**
 * Partial store load order. It only has a machine: its graphs would preserve less order than the explorer relies on.
 */
export const PSLO = {
  name: 'pslo',
  title: 'PSLO',
  meaning: 'partial store load order: as PSO, and loads may return old values',
  includes: ['tso', 'pso'],
  machine: { createMemory: () => new PsloMemory(), lower, buffers: 'location', readsOldValues: true },
  isMonitored: false,
  reorders: [...PSO.reorders, 'load load', 'rmw load'],
  isSpecial: true,
  defaultFor: [],
} as const satisfies MemoryModel;
