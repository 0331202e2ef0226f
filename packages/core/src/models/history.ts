import { INITIAL } from '../operations/events.js';
import { STORE } from '../operations/operation.js';
import { DIRECT } from './lowering.js';
import type { OperationalModel } from './model.js';
import { ScMemory } from './sc.js';

/**
 * A memory that keeps all writes of each location, in coherence order. A read may return any of them, and a write may
 * be placed before any but the initial one: `choice` writes back, 0 being the latest. A read-modify-write is placed
 * right after the write it reads. So every trace without cycles of program order and reads-from is a run of this
 * memory, for every model. The axioms of the model decide afterwards whether it allows the trace.
 */
export class HistoryMemory extends ScMemory {
  private values: number[][] = [];
  private writers: number[][] = [];

  override fit(initial: readonly number[], processes: number): void {
    super.fit(initial, processes);
    for (let a = this.values.length; a < initial.length; a++) {
      this.values.push([initial[a]!]);
      this.writers.push([INITIAL]);
    }
  }

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.values = other.values.map((row) => row.slice());
    this.writers = other.writers.map((row) => row.slice());
  }

  override loadChoices(_p: number, a: number): number {
    return this.values[a]!.length;
  }

  override writeChoices(a: number): number {
    return this.values[a]!.length;
  }

  override load(_p: number, a: number, choice: number): void {
    this.value = this.values[a]!.at(-1 - choice)!;
    this.source = this.writers[a]!.at(-1 - choice)!;
  }

  override peek(_p: number, a: number, choice: number): number {
    return this.values[a]!.at(-1 - choice)!;
  }

  override store(p: number, a: number, v: number, event: number): void {
    this.writeThrough(p, a, v, event);
  }

  override writeThrough(_p: number, a: number, v: number, event: number, choice = 0): void {
    const at = this.values[a]!.length - choice;
    this.values[a]!.splice(at, 0, v);
    this.writers[a]!.splice(at, 0, event);
    if (choice === 0) this.write(a, v, event);
  }
}

/** The machine of models without a machine of their own. It allows more executions than they do. */
export const HISTORY_MACHINE: OperationalModel = {
  createMemory: () => new HistoryMemory(),
  lower: (kind) => (kind === STORE ? DIRECT : 0),
  buffers: 'none',
  readsOldValues: true,
  isPermissive: true,
};
