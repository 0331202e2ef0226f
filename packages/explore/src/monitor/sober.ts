import type { LocalStates, ModelName } from '@fencepost/core';
import { DIRECT, DRAIN_ALL, JOIN, LOAD, RMW, SPAWN, STORE, eventThread, lowering } from '@fencepost/core';
import type { Monitor, Report, Watched } from './monitor.js';
import { alternative } from './alternative.js';
import { INITIAL_WRITE } from './write-history.js';

/**
 * SOBER (Burckhardt and Musuvathi, CAV 2008): Fig. 2, with the general vector clock of Fig. 3 for the relaxed
 * happens-before relation of TSO. Timestamps have two entries per processor: loads and stores.
 *
 * As **published**, a load is ordered after every earlier store to its address by another processor. That is too strict
 * when it is served by its own processor's store buffer. As **corrected**, a load that reads its own processor's store
 * is ordered only after the loads before it: reads-from within a processor is not an edge (docs/internals/monitors.md
 * has the argument). The other lines are the paper's.
 */
export class SoberMonitor implements Monitor {
  private readonly watched: Watched;
  private readonly report: Report;
  private readonly corrected: boolean;
  private readonly table: Int32Array;
  /** 2·N of the figure. */
  private readonly width: number;
  // lc, sc, mc1, mc2 of Fig. 3, and the timestamp being computed.
  private readonly lc: number;
  private readonly sc: number;
  private readonly mc1: number;
  private readonly mc2: number;
  private readonly ts: Int32Array;
  /** By number of write: its index among its processor's stores. */
  private readonly storeIndex: number[] = [0];

  constructor(watched: Watched, report: Report, model: ModelName, corrected: boolean) {
    this.watched = watched;
    this.report = report;
    this.corrected = corrected;
    this.table = lowering(model);
    const { journal, threads, locations } = watched;
    this.width = 2 * threads;
    this.lc = journal.reserve(threads * this.width);
    this.sc = journal.reserve(threads * this.width);
    this.mc1 = journal.reserve(threads * locations * this.width);
    this.mc2 = journal.reserve(locations * this.width);
    this.ts = new Int32Array(this.width);
  }

  private get states(): LocalStates {
    return this.watched.states;
  }

  private mc1Of(p: number, a: number): number {
    return this.mc1 + (p * this.watched.locations + a) * this.width;
  }

  step(p: number, state: number, writes: boolean): void {
    const { states } = this;
    const a = states.location[state]!;
    const kind = states.kind[state]!;
    const drains = (this.table[states.code[state]!]! & DRAIN_ALL) !== 0;
    if (a >= 0 && kind !== STORE) this.check(p, state, a);
    if (a < 0) this.interlockedElsewhere(p, state, drains);
    else if (kind === LOAD) this.load(p, a);
    else if (!writes) this.failedSwap(p, a);
    else if (kind === STORE && (this.table[states.code[state]!]! & DIRECT) === 0) this.store(p, a);
    else if (kind === RMW && !drains) this.unordered(p, a);
    else this.interlocked(p, a);
  }

  wrote(p: number, _state: number, write: number): void {
    const { words } = this.watched.journal;
    this.storeIndex[write] = words[this.sc + p * this.width + 2 * p + 1]!;
  }

  waits(p: number, state: number): void {
    this.check(p, state, this.states.location[state]!);
  }

  /** Fig. 2, lines 5–16: checks whether the load could read an older value in a trace that is TSO but not SC. */
  private check(p: number, state: number, a: number): void {
    const { history, clocks, journal } = this.watched;
    const drains = (this.table[this.states.code[state]!]! & DRAIN_ALL) !== 0;
    for (let write = history.latest(a); write !== INITIAL_WRITE; write = history.previous[write]!) {
      const event = history.event[write]!;
      const q = eventThread(event);
      if (q === p) return;
      const entry = 2 * q + 1;
      const lastRead = journal.words[this.lc + p * this.width + entry]!;
      const lastStore = drains ? journal.words[this.sc + p * this.width + entry]! : 0;
      if (Math.max(lastRead, lastStore) >= this.storeIndex[write]!) return;
      if (!clocks.isBeforeLast(event, p)) continue;
      if (alternative(this.watched.states, state, history.valueOf(history.previous[write]!, a)) === 'read')
        this.report(p, state, write);
    }
  }

  /** ts := merge(…). */
  private begin(...clocks: readonly number[]): void {
    const { ts } = this;
    const { words } = this.watched.journal;
    ts.fill(0);
    for (const clock of clocks) for (let k = 0; k < ts.length; k++) ts[k] = Math.max(ts[k]!, words[clock + k]!);
  }

  private advance(entry: number): void {
    this.ts[entry]!++;
  }

  private mergeInto(clock: number): void {
    this.watched.journal.mergeArray(clock, this.ts);
  }

  private lcOf(p: number): number {
    return this.lc + p * this.width;
  }

  private scOf(p: number): number {
    return this.sc + p * this.width;
  }

  private mc2Of(a: number): number {
    return this.mc2 + a * this.width;
  }

  /** Whether the load is served by a store of its own processor. (Under SC it reads the latest write.) */
  private readsOwnStore(p: number, a: number): boolean {
    const { history } = this.watched;
    const latest = history.latest(a);
    return latest !== INITIAL_WRITE && eventThread(history.event[latest]!) === p;
  }

  /** Fig. 3, lines 12–16. */
  private load(p: number, a: number): void {
    if (this.corrected && this.readsOwnStore(p, a)) this.begin(this.lcOf(p));
    else this.begin(this.lcOf(p), this.mc1Of(p, a));
    this.advance(2 * p);
    this.mergeInto(this.lcOf(p));
    this.mergeInto(this.mc2Of(a));
  }

  /** Fig. 3, lines 17–23. */
  private store(p: number, a: number): void {
    this.begin(this.scOf(p), this.lcOf(p), this.mc2Of(a));
    this.advance(2 * p + 1);
    for (let q = 0; q < this.watched.threads; q++) if (q !== p) this.mergeInto(this.mc1Of(q, a));
    this.mergeInto(this.mc2Of(a));
    this.mergeInto(this.scOf(p));
  }

  /** Fig. 3, lines 24–32; also a store with a full fence after it. */
  private interlocked(p: number, a: number): void {
    this.begin(this.scOf(p), this.lcOf(p), this.mc2Of(a));
    this.advance(2 * p);
    this.advance(2 * p + 1);
    for (let q = 0; q < this.watched.threads; q++) this.mergeInto(this.mc1Of(q, a));
    this.mergeInto(this.mc2Of(a));
    this.mergeInto(this.lcOf(p));
    this.mergeInto(this.scOf(p));
  }

  /** Not in the figure: an atomic step that does not wait for stores. */
  private unordered(p: number, a: number): void {
    this.begin(this.lcOf(p), this.mc2Of(a));
    this.advance(2 * p);
    for (let q = 0; q < this.watched.threads; q++) this.mergeInto(this.mc1Of(q, a));
    this.mergeInto(this.mc2Of(a));
    this.mergeInto(this.lcOf(p));
  }

  /** Not in the figure: a failing compare-and-swap is a load between two fences. */
  private failedSwap(p: number, a: number): void {
    this.begin(this.scOf(p), this.lcOf(p), this.mc1Of(p, a));
    this.advance(2 * p);
    this.mergeInto(this.mc2Of(a));
    this.mergeInto(this.lcOf(p));
    this.mergeInto(this.scOf(p));
  }

  /** Footnote 1: a full fence is an interlocked operation on a location of its own; so are spawn and join. */
  private interlockedElsewhere(p: number, state: number, drains: boolean): void {
    if (!drains) return;
    const { states } = this;
    const other = states.operand[state]!;
    if (states.kind[state] === JOIN) this.begin(this.scOf(p), this.lcOf(p), this.scOf(other), this.lcOf(other));
    else this.begin(this.scOf(p), this.lcOf(p));
    this.mergeInto(this.lcOf(p));
    this.mergeInto(this.scOf(p));
    if (states.kind[state] !== SPAWN) return;
    this.mergeInto(this.lcOf(other));
    this.mergeInto(this.scOf(other));
  }
}
