import { TRIED } from '../format/layout.js';
import type { CriticalSections, Mutex } from './critical-sections.js';
import type { HeldSets } from './held-sets.js';
import type { TraceOrder } from './trace-order.js';

const NOBODY = -1;

/** A synchronisation object. */
interface State {
  /** Undefined: it is not a mutex, so that each step depends on all steps before it. */
  mutex: Mutex | undefined;
  holder: number;
  /** How often the holder has locked it. */
  depth: number;
  section: number;
}

/**
 * Recognises mutexes among synchronisation objects by their steps. A thread locks one with a value of its own while no
 * thread holds it, and the same thread unlocks it. Steps that do not fit make the object an ordinary place, of which each
 * step reads the one before: that is more than reorderings have to keep, but always right.
 */
export class Mutexes {
  private readonly states = new Map<number, State>();
  private readonly order: TraceOrder;
  private readonly sections: CriticalSections;
  private readonly held: HeldSets;
  private readonly roots: number;

  constructor(order: TraceOrder, sections: CriticalSections, held: HeldSets, roots: number) {
    this.order = order;
    this.sections = sections;
    this.held = held;
    this.roots = roots;
  }

  /** Handles a locking step; returns the mutex if the thread has locked one that it did not hold before. */
  acquire(t: number, slot: number, value: number): Mutex | undefined {
    const state = this.stateOf(slot);
    const { mutex } = state;
    if (mutex === undefined || (value & ~TRIED) !== t + 1 || (state.holder !== NOBODY && state.holder !== t)) {
      this.otherStep(t, slot);
      return undefined;
    }
    if (state.depth++ > 0) return undefined;
    this.order.lock(t, slot);
    state.section = this.begin(mutex, t, this.order.time[t]!);
    state.holder = t;
    return mutex;
  }

  release(t: number, slot: number, value: number): void {
    const isFirst = !this.states.has(slot);
    const state = this.stateOf(slot);
    if (isFirst && t < this.roots && value === 0) {
      // Locked before the recording began.
      state.section = this.begin(state.mutex!, t, 0);
      state.holder = t;
      state.depth = 1;
    }
    if (state.mutex === undefined || state.holder !== t || (state.depth === 1 && value !== 0)) {
      this.otherStep(t, slot);
      return;
    }
    if (--state.depth > 0) return;
    this.order.wrote(t, slot);
    this.sections.unlock(state.section, this.order.time[t]!, this.order.needed[t]!);
    this.drop(state);
  }

  /** Handles a step that depends on the steps before it; the object is not a mutex. */
  otherStep(t: number, slot: number): void {
    const state = this.stateOf(slot);
    if (state.holder !== NOBODY) this.drop(state);
    state.mutex = undefined;
    this.order.read(t, slot);
    this.order.wrote(t, slot);
  }

  free(slot: number): void {
    const state = this.states.get(slot);
    if (state === undefined) return;
    if (state.holder !== NOBODY) this.drop(state);
    this.states.delete(slot);
  }

  private begin(mutex: Mutex, t: number, time: number): number {
    this.held.set(t, [...this.held.mutexesIn(this.held.of(t)), mutex.number]);
    return this.sections.lock(mutex, t, time);
  }

  private drop(state: State): void {
    const { holder, mutex } = state;
    const rest = this.held.mutexesIn(this.held.of(holder)).filter((number) => number !== mutex!.number);
    this.held.set(holder, rest);
    state.holder = NOBODY;
    state.depth = 0;
  }

  private stateOf(slot: number): State {
    let state = this.states.get(slot);
    if (state === undefined) {
      state = { mutex: this.sections.newMutex(), holder: NOBODY, depth: 0, section: -1 };
      this.states.set(slot, state);
    }
    return state;
  }
}
