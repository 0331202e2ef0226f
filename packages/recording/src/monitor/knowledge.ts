import { grown } from '@fencepost/core';
import type { ClockRows } from './clock-rows.js';

const PARTS = ['past', 'fences', 'apart', 'towards'] as const;

/**
 * Rows of clocks that travel along C11's happens-before, by owner (a thread or a place). All but the first are rows of
 * psc, the order of seq_cst operations (`SynchronisedOrder`).
 */
export class Knowledge {
  /** All events that happen before. */
  past: Int32Array;
  /** Everything before a seq_cst fence that happens before. */
  fences: Int32Array;
  /**
   * Everything before a seq_cst access that happens before, if its thread has accessed another location since: it comes
   * before later seq_cst accesses (`[SC]; po≠loc; hb; po≠loc; [SC]`).
   */
  apart: Int32Array;
  /**
   * Everything that comes before a later seq_cst fence, by coherence or from-reads to a write, or by `eco` to a read.
   * Program order and happens-before need not be included: a write that precedes by these is covered by `past`.
   */
  towards: Int32Array;

  constructor(owners: number) {
    this.past = new Int32Array(owners);
    this.fences = new Int32Array(owners);
    this.apart = new Int32Array(owners);
    this.towards = new Int32Array(owners);
  }

  get columns(): readonly Int32Array[] {
    return PARTS.map((part) => this[part]);
  }

  fit(owners: number): void {
    if (owners <= this.past.length) return;
    for (const part of PARTS) this[part] = grown(this[part], owners);
  }

  clear(owner: number): void {
    for (const part of PARTS) this[part][owner] = 0;
  }

  copy(owner: number, from: Knowledge, other: number): void {
    this.past[owner] = from.past[other]!;
    this.fences[owner] = from.fences[other]!;
    this.apart[owner] = from.apart[other]!;
    this.towards[owner] = from.towards[other]!;
  }

  /** Adds what the other owner knows. Makes up to four rows. */
  join(owner: number, from: Knowledge, other: number, rows: ClockRows): void {
    this.past[owner] = rows.join(this.past[owner]!, from.past[other]!);
    this.fences[owner] = rows.join(this.fences[owner]!, from.fences[other]!);
    this.apart[owner] = rows.join(this.apart[owner]!, from.apart[other]!);
    this.towards[owner] = rows.join(this.towards[owner]!, from.towards[other]!);
  }
}
