import { FENCE, STORE } from '../operations/operation.js';
import { FULL_ORDER, NO_EVENT } from './preserved-order.js';
import { DIRECT } from './lowering.js';
import { Memory } from './memory.js';
import type { MemoryModel } from './model.js';

/** One memory, no buffers (Burnim, Sen and Stergiou, TACAS 2011, Fig. 1; ISSTA 2011, Fig. 3). */
export class ScMemory extends Memory {
  loadChoices(_p: number, _a: number): number {
    return 1;
  }

  load(_p: number, a: number, _choice: number): void {
    this.value = this.m[a]!;
    this.source = this.writer[a]!;
  }

  peek(_p: number, a: number, _choice: number): number {
    return this.m[a]!;
  }

  store(_p: number, a: number, v: number, event: number): void {
    this.write(a, v, event);
  }

  writeThrough(_p: number, a: number, v: number, event: number, _choice?: number): void {
    this.write(a, v, event);
  }

  storeStoreFence(): void {
    // Stores reach memory in order anyway.
  }

  loadLoadFence(): void {
    // Loads read memory in order anyway.
  }

  drained(): boolean {
    return true;
  }

  drainedFor(): boolean {
    return true;
  }

  pending(): number {
    return 0;
  }

  committable(): boolean {
    return false;
  }

  commit(): void {
    throw new Error('SC has nothing to commit');
  }
}

/** Sequential consistency: operations take effect one after the other. It preserves all program order. */
export const SC = {
  name: 'sc',
  title: 'SC',
  meaning: 'sequential consistency: all operations in one order',
  includes: [],
  machine: {
    createMemory: () => new ScMemory(),
    lower: (kind) => (kind === STORE ? DIRECT : 0),
    buffers: 'none',
    readsOldValues: false,
  },
  preservedOrder: (kind) => (kind === FENCE ? NO_EVENT : FULL_ORDER),
  isMonitored: false,
  reorders: [],
  isWithinX86: true,
  meaningForJavaScript: 'what fails under SC can fail on every machine: it needs no reordering',
  defaultFor: ['check', 'check C11', 'check ECMA-262', 'litmus', 'litmus C', 'litmus AArch64'],
} as const satisfies MemoryModel;
