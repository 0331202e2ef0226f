import type { ModelName } from '@fencepost/core';
import { JOIN, SPAWN, STORE, eventThread } from '@fencepost/core';
import {
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE_FIRST,
  NO_EVENT,
  keptOrder,
} from '../graph/kept-order.js';
import type { Monitor, Report, Watched } from './monitor.js';
import { alternative } from './monitor.js';
import { INITIAL_WRITE } from './write-history.js';

/**
 * Looks for borderline traces (000 Def. 6) of TSO or PSO: the trace so far is SC, and its next operation has a choice
 * that the model allows and SC does not. That choice is to come before a write n that happens before the thread's last
 * operation; the model allows it unless n is globally before the operation (kept program order, external reads-from,
 * coherence, from-reads: what the graph explorer calls P), or one of the thread's own writes is not older than n.
 *
 * Under TSO this is SOBER, corrected, in O(N·P): globally-before needs one entry per processor, the number of its stores,
 * because stores of one processor are ordered. Under PSO only stores of one processor *to one address* are, so there is a
 * group of the general vector clock (000 Def. 7) per processor and address, and a store may come early as well as a load.
 * All of this depends on the trace only, not on the interleaving: so one interleaving per trace is enough.
 */
export class BorderlineMonitor implements Monitor {
  readonly model: ModelName;
  private readonly watched: Watched;
  private readonly report: Report;
  private readonly table: Int32Array;
  /** Do stores have to be asked, too? Under TSO a store that comes early is one whose thread's later loads come early. */
  private readonly asksStores: boolean;
  /** Entries of a timestamp, and how a thread and a location make one. */
  private readonly width: number;
  private readonly threadStride: number;
  private readonly locationStride: number;
  // Clocks: read base, write base and all own stores of each thread; last write, and reads since, of each location.
  private readonly readBase: number;
  private readonly writeBase: number;
  private readonly ownStores: number;
  private readonly lastWrite: number;
  private readonly reads: number;
  private readonly counts: number;
  /** The timestamp being computed. */
  private readonly ts: Int32Array;
  /** By number of write: its place in its group. */
  private readonly index: number[] = [0];

  constructor(watched: Watched, report: Report, model: 'tso' | 'pso') {
    this.model = model;
    this.watched = watched;
    this.report = report;
    this.table = keptOrder(model);
    this.asksStores = model === 'pso';
    const { journal, threads, locations } = watched;
    this.threadStride = model === 'pso' ? locations : 1;
    this.locationStride = model === 'pso' ? 1 : 0;
    this.width = threads * this.threadStride;
    this.readBase = journal.reserve(threads * this.width);
    this.writeBase = journal.reserve(threads * this.width);
    this.ownStores = journal.reserve(threads * this.width);
    this.lastWrite = journal.reserve(locations * this.width);
    this.reads = journal.reserve(locations * this.width);
    this.counts = journal.reserve(this.width);
    this.ts = new Int32Array(this.width);
  }

  step(t: number, state: number, writes: boolean): void {
    const { states, journal } = this.watched;
    let flags = this.table[states.code[state]!]!;
    if ((flags & NO_EVENT) !== 0) return;
    const location = states.location[state]!;
    const { width } = this;
    if ((flags & FENCE_FIRST) !== 0) {
      journal.merge(this.writeBase + t * width, this.ownStores + t * width, width);
      flags &= ~FENCE_FIRST;
    }
    if (location >= 0) this.check(t, state, location, flags);
    this.begin(t, flags);
    if (location < 0) {
      this.plain(t, state, flags);
      return;
    }
    const latest = this.watched.history.latest(location);
    const external = latest !== INITIAL_WRITE && eventThread(this.watched.history.event[latest]!) !== t;
    if (external || writes) this.include(this.lastWrite + location * width);
    if (!writes) journal.mergeArray(this.reads + location * width, this.ts);
    else {
      this.include(this.reads + location * width);
      const entry = t * this.threadStride + location * this.locationStride;
      this.ts[entry] = journal.words[this.counts + entry]! + 1;
      journal.set(this.counts + entry, this.ts[entry]);
      journal.copyArray(this.lastWrite + location * width, this.ts);
      journal.clear(this.reads + location * width, width);
      journal.mergeArray(this.ownStores + t * width, this.ts);
    }
    this.end(t, flags);
  }

  wrote(t: number, state: number, write: number): void {
    const { journal, states } = this.watched;
    const entry = t * this.threadStride + states.location[state]! * this.locationStride;
    this.index[write] = journal.words[this.counts + entry]!;
  }

  waits(t: number, state: number): void {
    const { states } = this.watched;
    this.check(t, state, states.location[state]!, this.table[states.code[state]!]!);
  }

  /** Before which writes could the operation come? Reports those that happen before the thread's last operation. */
  private check(t: number, state: number, location: number, flags: number): void {
    const { history, clocks, states } = this.watched;
    if (states.kind[state] === STORE && !this.asksStores) return;
    for (let write = history.latest(location); write !== INITIAL_WRITE; write = history.previous[write]!) {
      const event = history.event[write]!;
      if (eventThread(event) === t || this.isGloballyBefore(write, event, location, t, flags)) return;
      if (!clocks.isBeforeLast(event, t)) continue;
      const choice = alternative(this.watched, state, location, history.previous[write]!);
      // Nothing comes between an atomic and what it read.
      if (choice === 'read' || (choice === 'write' && this.asksStores && history.atomic[write] !== true)) {
        this.report(t, state, write);
      }
    }
  }

  private isGloballyBefore(write: number, event: number, location: number, t: number, flags: number): boolean {
    const { words } = this.watched.journal;
    const entry = eventThread(event) * this.threadStride + location * this.locationStride;
    const index = this.index[write]!;
    const at = t * this.width + entry;
    return (
      ((flags & AFTER_READ_BASE) !== 0 && words[this.readBase + at]! >= index) ||
      ((flags & AFTER_WRITE_BASE) !== 0 && words[this.writeBase + at]! >= index) ||
      ((flags & AFTER_OWN_STORES) !== 0 && words[this.ownStores + at]! >= index)
    );
  }

  private begin(t: number, flags: number): void {
    this.ts.fill(0);
    const at = t * this.width;
    if ((flags & AFTER_READ_BASE) !== 0) this.include(this.readBase + at);
    if ((flags & AFTER_WRITE_BASE) !== 0) this.include(this.writeBase + at);
    if ((flags & AFTER_OWN_STORES) !== 0) this.include(this.ownStores + at);
  }

  private include(clock: number): void {
    const { ts } = this;
    const { words } = this.watched.journal;
    for (let k = 0; k < ts.length; k++) if (words[clock + k]! > ts[k]!) ts[k] = words[clock + k]!;
  }

  private end(t: number, flags: number): void {
    const { journal } = this.watched;
    const at = t * this.width;
    if ((flags & BECOMES_READ_BASE) !== 0) journal.mergeArray(this.readBase + at, this.ts);
    if ((flags & BECOMES_WRITE_BASE) !== 0) journal.mergeArray(this.writeBase + at, this.ts);
  }

  /** Fence, spawn, join. */
  private plain(t: number, state: number, flags: number): void {
    const { states, journal } = this.watched;
    const kind = states.kind[state]!;
    const other = states.operand[state]! * this.width;
    if (kind === JOIN) {
      this.include(this.readBase + other);
      this.include(this.writeBase + other);
      this.include(this.ownStores + other);
    }
    this.end(t, flags);
    if (kind !== SPAWN) return;
    journal.mergeArray(this.readBase + other, this.ts);
    journal.mergeArray(this.writeBase + other, this.ts);
  }
}
