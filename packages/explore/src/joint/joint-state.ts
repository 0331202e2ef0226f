import type { LocalStates } from '@fencepost/core';
import { CUT, DONE, JOIN, LOAD, RMW, SPAWN, STORE, canBeJoined } from '@fencepost/core';
import type { AccessFacts } from './access-facts.js';
import { PackedRows } from './packed-rows.js';
import { headOf } from './stuck-again.js';

/** No thread. */
export const NOBODY = -1;

/** In the word of a thread's local state: it may have stores that no fence has drained. */
const HAS_STORES = 1 << 30;

/**
 * The joint state of a program under SC at hand: a row with the local state of each thread, and memory. What no thread
 * reads is not kept, nor are bits that the program leaves open: they are chosen where they are read.
 */
export class JointState {
  readonly rows = new PackedRows();
  /** Threads that set a bit that the program leaves open, by location. They take no steps of their own. */
  readonly choosers = new Map<number, number>();
  readonly areChoosers: ReadonlySet<number>;
  private readonly sections: number[] = [];
  private known = 0;

  constructor(
    private readonly states: LocalStates,
    private readonly facts: AccessFacts,
    private readonly isBarrier?: (code: number) => boolean,
  ) {
    const { program, locations } = states;
    this.fit();
    states.initial.forEach((state, t) => {
      this.rows.set(2 * t, state);
      const x = states.location[state]!;
      if (states.kind[state] === STORE && program.isChoice?.(locations.addresses[x]!) === true) this.choosers.set(x, t);
    });
    this.areChoosers = new Set(this.choosers.values());
    this.rows.intern();
  }

  /** Returns the local state of a thread; 0: it has not started. */
  local(t: number): number {
    return this.rows.words[2 * t]! & ~HAS_STORES;
  }

  /** Whether stores of thread t may wait in a buffer. False if fences are not known. */
  mayHaveStores(t: number): boolean {
    return (this.rows.words[2 * t]! & HAS_STORES) !== 0;
  }

  /** Puts a thread that is stuck back to where it was before the last iteration. */
  takeBack(t: number): void {
    const stores = this.rows.words[2 * t]! & HAS_STORES;
    this.rows.set(2 * t, headOf(this.states, this.local(t)) | stores);
  }

  valueAt(x: number): number {
    return this.rows.words[2 * x + 1]! ^ this.states.locations.initial[x]!;
  }

  /** Whether there are atomic sections. */
  get anySection(): boolean {
    return this.sections.length > 0;
  }

  canRun(t: number): boolean {
    const { states } = this;
    const state = this.local(t);
    if (state === 0 || this.areChoosers.has(t)) return false;
    const kind = states.kind[state]!;
    if (kind >= DONE) return false;
    if (kind === JOIN) {
      const joined = this.local(states.operand[state]!);
      return joined !== 0 && canBeJoined(states.kind[joined]!);
    }
    if (states.comparison[state] === 0) return true;
    const accepts = states.accepts(state, this.valueAt(states.location[state]!));
    this.fit();
    return accepts;
  }

  /** Whether thread t is about to read a bit that the program leaves open. */
  chooses(t: number): boolean {
    const { kind, location } = this.states;
    const state = this.local(t);
    return state !== 0 && kind[state] === LOAD && this.choosers.has(location[state]!);
  }

  /** Takes a step of thread t, which can run. `sets`: the bit that it reads is set. Returns its new local state. */
  step(t: number, sets: boolean): number {
    const { states, rows } = this;
    const state = this.local(t);
    const kind = states.kind[state]!;
    const x = states.location[state]!;
    const child = states.operand[state]!;
    let result = 0;
    if (sets) result = states.operand[this.local(this.choosers.get(x)!)]!;
    else if (kind === LOAD || kind === RMW) result = this.valueAt(x);
    else if (kind === SPAWN) result = states.threads.handles[child]!;
    const next = states.update(state, result);
    const stores = this.storesAfter(t, result);
    // The step may have discovered threads and locations.
    this.fit();
    rows.set(2 * t, next | stores);
    if (kind === SPAWN) rows.set(2 * child, states.second[state]!);
    else if (kind === STORE) this.write(x, states.operand[state]!);
    else if (kind === RMW && states.writesAfter(state, result)) this.write(x, states.written(state, result));
    return next;
  }

  /** Returns a thread whose next step is independent of all steps of others; NOBODY if there is none. */
  alone(): number {
    const holder = this.holder();
    if (holder !== NOBODY) return this.canRun(holder) ? holder : NOBODY;
    const { count } = this.states.threads;
    for (let t = 0; t < count; t++) if (this.isIndependent(t) && this.canRun(t)) return t;
    return NOBODY;
  }

  /** Returns the thread in an atomic section. */
  holder(): number {
    const { locations, program, threads } = this.states;
    for (; this.known < locations.count; this.known++)
      if (program.isSection?.(locations.addresses[this.known]!) === true) this.sections.push(this.known);
    for (const x of this.sections) {
      const handle = this.valueAt(x);
      if (handle !== 0) return threads.indexOf(handle);
    }
    return NOBODY;
  }

  /** Whether a thread will never leave its atomic section. */
  get isSectionCut(): boolean {
    const holder = this.holder();
    return holder !== NOBODY && this.states.kind[this.local(holder)]! >= CUT;
  }

  /** Returns whether thread t may have stores in a buffer after its next operation, with this result. */
  private storesAfter(t: number, result: number): number {
    const { states, isBarrier } = this;
    if (isBarrier === undefined) return 0;
    const state = this.local(t);
    const kind = states.kind[state]!;
    const writes = kind === STORE || (kind === RMW && states.writesAfter(state, result));
    if (isBarrier((kind !== RMW || writes ? states.code : states.failureCode)[state]!)) return 0;
    if (writes && this.facts.isShared(states.location[state]!)) return HAS_STORES;
    return this.rows.words[2 * t]! & HAS_STORES;
  }

  private isIndependent(t: number): boolean {
    const { kind, location } = this.states;
    const state = this.local(t);
    return state !== 0 && (kind[state]! > RMW || !this.facts.isShared(location[state]!));
  }

  private write(x: number, value: number): void {
    if (this.facts.isRead(x)) this.rows.set(2 * x + 1, value ^ this.states.locations.initial[x]!);
  }

  private fit(): void {
    const { threads, locations } = this.states;
    const width = 2 * Math.max(threads.count, locations.count);
    if (width > this.rows.words.length) this.rows.widen(width);
  }
}
