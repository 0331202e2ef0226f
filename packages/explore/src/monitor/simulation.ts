import type { ModelName } from '@fencepost/core';
import { DIRECT, DRAIN_ALL, DRAIN_LOCATION, JOIN, STORE, STORE_STORE, lowering, machineOf } from '@fencepost/core';
import type { Monitor, Report, Watched } from './monitor.js';
import { alternative } from './alternative.js';
import { INITIAL_WRITE } from './write-history.js';

const NOBODY = 0;

/**
 * monitor_TSO and monitor_PSO (Burnim, Sen and Stergiou, TACAS 2011, Fig. 4 and 5): runs the store-buffer machine
 * alongside the SC execution, with the same trace, committing stores as late as that allows. Before each operation it
 * checks whether executing it before a pending store to its address commits would close a cycle (line 6).
 *
 * Data structures of appendix B: at most one processor has stores pending to an address (Lemma 1): `owner`, and `last`,
 * the place of the youngest of them in its queue. A queue holds the processor's stores from `head` on. Under PSO some
 * of them may already be committed, as `owner` then shows. Beyond the figures: store-store fences, as epochs of a
 * queue.
 */
export class SimulationMonitor implements Monitor {
  private readonly watched: Watched;
  private readonly report: Report;
  private readonly table: Int32Array;
  private readonly perAddress: boolean;
  /** By location: 1 + the processor with pending stores, or NOBODY; the place of the youngest store in its queue. */
  private readonly owner: number;
  private readonly last: number;
  /** By location: the last committed write. */
  private readonly committed: number;
  /** By thread: the queue's first store that may be pending, its end, and the start of its current epoch. */
  private readonly head: number;
  private readonly tail: number;
  private readonly epochStart: number;
  /** By thread and place in the queue: the write, its location, and the start of its epoch. */
  private readonly writeQueued: number[][];
  private readonly locationQueued: number[][];
  private readonly epochQueued: number[][];

  constructor(watched: Watched, report: Report, model: ModelName) {
    this.watched = watched;
    this.report = report;
    this.table = lowering(model);
    this.perAddress = machineOf(model).buffers === 'location';
    const { journal, threads, locations } = watched;
    this.owner = journal.reserve(locations);
    this.last = journal.reserve(locations);
    this.committed = journal.reserve(locations);
    this.head = journal.reserve(threads);
    this.tail = journal.reserve(threads);
    this.epochStart = journal.reserve(threads);
    this.writeQueued = Array.from({ length: threads }, () => []);
    this.locationQueued = Array.from({ length: threads }, () => []);
    this.epochQueued = Array.from({ length: threads }, () => []);
  }

  step(p: number, state: number): void {
    const { states, journal } = this.watched;
    const a = states.location[state]!;
    const flags = this.table[states.code[state]!]!;
    if (a >= 0) {
      const owner = journal.words[this.owner + a]!;
      if (owner !== NOBODY && owner !== p + 1) {
        this.check(p, state, a);
        this.commitAddress(owner - 1, a); // lines 10–14: stay equivalent to SC
      }
    }
    if ((flags & STORE_STORE) !== 0) journal.set(this.epochStart + p, journal.words[this.tail + p]!);
    if ((flags & DRAIN_ALL) !== 0) this.commitBelow(p, journal.words[this.tail + p]!);
    if ((flags & DRAIN_LOCATION) !== 0) {
      this.commitBelow(p, journal.words[this.epochStart + p]!);
      if (journal.words[this.owner + a] === p + 1) this.commitAddress(p, a);
    }
    if (states.kind[state] === JOIN) {
      const child = states.operand[state]!;
      this.commitBelow(child, journal.words[this.tail + child]!);
    }
  }

  wrote(p: number, state: number, write: number): void {
    const { states, journal } = this.watched;
    const a = states.location[state]!;
    const buffered = states.kind[state] === STORE && (this.table[states.code[state]!]! & DIRECT) === 0;
    if (!buffered) {
      journal.set(this.committed + a, write);
      return;
    }
    const place = journal.words[this.tail + p]!;
    this.writeQueued[p]![place] = write;
    this.locationQueued[p]![place] = a;
    this.epochQueued[p]![place] = journal.words[this.epochStart + p]!;
    journal.set(this.tail + p, place + 1);
    journal.set(this.owner + a, p + 1);
    journal.set(this.last + a, place);
  }

  waits(p: number, state: number): void {
    const a = this.watched.states.location[state]!;
    const owner = this.watched.journal.words[this.owner + a]!;
    if (owner !== NOBODY && owner !== p + 1) this.check(p, state, a);
  }

  /**
   * Line 6: finds pending stores that happen before the last operation of p. Checking the youngest would suffice
   * (appendix B).
   */
  private check(p: number, state: number, a: number): void {
    const { history, clocks, journal } = this.watched;
    const committed = journal.words[this.committed + a]!;
    for (
      let write = history.latest(a);
      write !== committed && write !== INITIAL_WRITE;
      write = history.previous[write]!
    ) {
      if (!clocks.isBeforeLast(history.event[write]!, p)) continue;
      if (alternative(this.watched.states, state, history.valueOf(history.previous[write]!, a)) !== 'nothing')
        this.report(p, state, write);
    }
  }

  /** Commits the pending stores of q to a, and those that its queue orders before them. */
  private commitAddress(q: number, a: number): void {
    const { journal } = this.watched;
    const place = journal.words[this.last + a]!;
    if (!this.perAddress) {
      this.commitBelow(q, place + 1);
      return;
    }
    this.commitBelow(q, this.epochQueued[q]![place]!);
    if (journal.words[this.owner + a] === q + 1) this.release(q, a, place);
  }

  private commitBelow(q: number, end: number): void {
    const { journal } = this.watched;
    let place = journal.words[this.head + q]!;
    for (; place < end; place++) {
      const a = this.locationQueued[q]![place]!;
      if (journal.words[this.owner + a] !== q + 1) continue;
      this.setCommitted(a, this.writeQueued[q]![place]!);
      if (journal.words[this.last + a] === place) this.release(q, a, place);
    }
    journal.set(this.head + q, Math.max(place, journal.words[this.head + q]!));
  }

  private release(q: number, a: number, place: number): void {
    const { journal } = this.watched;
    journal.set(this.owner + a, NOBODY);
    this.setCommitted(a, this.writeQueued[q]![place]!);
  }

  /** Records a commit. Under PSO the queue may still contain a store that was already committed. */
  private setCommitted(a: number, write: number): void {
    const { journal } = this.watched;
    if (write > journal.words[this.committed + a]!) journal.set(this.committed + a, write);
  }
}
