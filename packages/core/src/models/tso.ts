import { ordersNothing } from '../operations/codes.js';
import type { MemoryOrder } from '../operations/orders.js';
import { FENCE, LOAD, STORE } from '../operations/operation.js';
import {
  AFTER_BOTH,
  AFTER_READ_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FULL_ORDER,
  NO_EVENT,
} from './preserved-order.js';
import { DIRECT, DRAIN_ALL } from './lowering.js';
import { Memory } from './memory.js';
import type { MemoryModel } from './model.js';
import { StoreBuffers } from './store-buffers.js';

/**
 * B[p] is a FIFO of stores; loads look there first (Burnim, Sen and Stergiou, TACAS 2011, Fig. 2; ISSTA 2011, Fig. 4).
 */
export class TsoMemory extends Memory {
  protected readonly B = new StoreBuffers();

  override fit(initial: readonly number[], processes: number): void {
    super.fit(initial, processes);
    this.B.fit(processes);
  }

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.B.copyFrom(other.B);
  }

  loadChoices(_p: number, _a: number): number {
    return 1;
  }

  load(p: number, a: number, _choice: number): void {
    const own = this.B.youngest(p, a);
    this.value = own >= 0 ? this.B.value(p, own) : this.m[a]!;
    this.source = own >= 0 ? this.B.event(p, own) : this.writer[a]!;
  }

  peek(p: number, a: number, _choice: number): number {
    const own = this.B.youngest(p, a);
    return own >= 0 ? this.B.value(p, own) : this.m[a]!;
  }

  store(p: number, a: number, v: number, event: number): void {
    this.B.push(p, a, v, event);
  }

  writeThrough(_p: number, a: number, v: number, event: number): void {
    this.write(a, v, event);
  }

  storeStoreFence(_p: number): void {
    // The buffer is a FIFO anyway.
  }

  loadLoadFence(_p: number): void {
    // Loads read memory in order anyway.
  }

  drained(p: number): boolean {
    return this.B.count(p) === 0;
  }

  drainedFor(p: number, _a: number): boolean {
    return this.drained(p);
  }

  pending(p: number): number {
    return this.B.count(p);
  }

  committable(p: number, rank: number): boolean {
    return rank === 0 && this.B.count(p) > 0;
  }

  commit(p: number, rank: number): void {
    this.write(this.B.location(p, rank), this.B.value(p, rank), this.B.event(p, rank));
    this.B.remove(p, rank);
  }
}

function lower(kind: number, order: MemoryOrder): number {
  if (kind === LOAD || ordersNothing(kind, order)) return 0;
  if (kind === STORE) return order === 'seq_cst' ? DRAIN_ALL | DIRECT : 0;
  return kind === FENCE && order !== 'seq_cst' ? 0 : DRAIN_ALL;
}

function preservedOrder(kind: number, order: MemoryOrder): number {
  if (kind === LOAD || ordersNothing(kind, order)) return AFTER_READ_BASE | BECOMES_READ_BASE;
  if (kind === STORE && order !== 'seq_cst') return AFTER_BOTH | BECOMES_WRITE_BASE;
  return kind === FENCE && order !== 'seq_cst' ? NO_EVENT : FULL_ORDER;
}

/** Total store order: preserves load → anything and store → store; fences and atomics both ways. */
export const TSO = {
  name: 'tso',
  aliases: ['x86'],
  title: 'TSO',
  commonName: 'x86',
  meaning: 'total store order: stores wait in a queue per thread, as on x86',
  includes: [],
  machine: { createMemory: () => new TsoMemory(), lower, buffers: 'thread', readsOldValues: false },
  preservedOrder,
  describes: 'x86',
  isMonitored: true,
  reorders: ['store load'],
  failuresMean: {
    'ECMA-262':
      'a failure under TSO can happen on x86 (Intel, AMD): a store other than an Atomics operation may become visible to other threads late',
  },
  defaultFor: ['check', 'check C11', 'test', 'litmus'],
} as const satisfies MemoryModel;
