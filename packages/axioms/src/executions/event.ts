import type { AccessOrder, FenceKind } from '../program/program.js';

/** A read, a write, both at once, or a fence. */
export interface Event {
  /** Number of the thread; -1 for the write that initialises a location. */
  readonly thread: number;
  readonly reads: boolean;
  readonly writes: boolean;
  /** The location; undefined for a fence. */
  readonly address?: number;
  readonly order: AccessOrder;
  readonly fence?: FenceKind;
  /** Whether this is the write of an atomic that acquires as well as releases (AArch64: SWPAL and similar). */
  readonly acquiresToo?: boolean;
  /** Whether this is the read of an atomic whose old value is discarded (AArch64: STADD). */
  readonly discarded?: boolean;
}

export const INITIAL_THREAD = -1;

export function isAcquire({ reads, order, fence }: Event): boolean {
  if (fence !== undefined) return fence === 'acquire' || fence === 'acq_rel' || fence === 'seq_cst';
  return reads && (order === 'acquire' || order === 'acq_rel' || order === 'seq_cst');
}

export function isRelease({ writes, order, fence }: Event): boolean {
  if (fence !== undefined) return fence === 'release' || fence === 'acq_rel' || fence === 'seq_cst';
  return writes && (order === 'release' || order === 'acq_rel' || order === 'seq_cst');
}

export function isAtomic({ fence, order }: Event): boolean {
  return fence === undefined && order !== 'plain';
}
