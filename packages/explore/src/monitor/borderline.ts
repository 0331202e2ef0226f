import type { LocalStates, ModelName } from '@fencepost/core';
import { BECOMES_BOTH, LOAD, NO_EVENT, RMW, STORE, grown, keptOrder, machineOf } from '@fencepost/core';
import { BorderlineState } from './borderline-state.js';
import type { Observer } from '../shared/observer.js';
import type { Violation } from './violation.js';
import { Violations } from './violation.js';

/**
 * Looks for borderline traces (000 Def. 6) of TSO or PSO in the SC executions of a search: the trace so far is SC, and
 * its next operation has a choice that the model allows and SC does not (`BorderlineState` says when).
 *
 * Happens-before and the part the model preserves differ only where a thread continues after a store that is not
 * drained (TSO: with a load; PSO: with anything). As long as an execution has no such point there is nothing to find,
 * and this class only records its steps; the clocks catch up at the first one.
 */
export class BorderlineMonitor implements Observer {
  private readonly states: LocalStates;
  private readonly table: Int32Array;
  private readonly violations: Violations;
  private state: BorderlineState;
  /**
   * Is there a buffer per location? Then any operation after an undrained store is a relaxed point; otherwise only
   * loads are.
   */
  private readonly perLocation: boolean;
  // The steps so far: thread, local state, whether it wrote; and what must be undone with it.
  private steps: Int32Array = new Int32Array(256);
  private length = 0;
  /** Steps that the clocks include. */
  private taken = 0;
  /** By thread: 1 if it may have undrained stores. Number of relaxed points so far. */
  private undrained: Int32Array = new Int32Array(8);
  private relaxed = 0;

  constructor(states: LocalStates, model: ModelName, onViolation: (violation: Violation) => void) {
    this.states = states;
    this.table = keptOrder(model);
    this.perLocation = machineOf(model).buffers === 'location';
    this.violations = new Violations(states, model, onViolation);
    this.state = new BorderlineState(states, this.perLocation, this.table, this.violations);
  }

  step(t: number, state: number, writes: boolean): void {
    const at = 5 * this.length++;
    if (at + 5 > this.steps.length) this.steps = grown(this.steps, at + 5);
    if (t >= this.undrained.length) this.undrained = grown(this.undrained, t + 1);
    const { steps, undrained, states } = this;
    steps[at] = t;
    steps[at + 1] = state;
    steps[at + 2] = writes ? 1 : 0;
    steps[at + 3] = undrained[t]!;
    steps[at + 4] = this.relaxed;
    const kind = states.kind[state]!;
    const flags = this.table[states.code[state]!]!;
    if (undrained[t] === 1 && this.isRelaxedAfterStore(kind, flags)) this.relaxed++;
    if ((flags & BECOMES_BOTH) === BECOMES_BOTH) undrained[t] = 0;
    else if (kind === STORE || (kind === RMW && writes)) undrained[t] = 1;
    if (this.relaxed > 0) this.catchUp();
  }

  undo(): void {
    const at = 5 * --this.length;
    const { steps } = this;
    if (this.taken > this.length) {
      this.state.undo();
      this.taken--;
    }
    this.undrained[steps[at]!] = steps[at + 3]!;
    this.relaxed = steps[at + 4]!;
  }

  waits(t: number, state: number): void {
    if (this.relaxed === 0 && this.undrained[t] !== 1) return;
    this.catchUp();
    this.state.check(t, state);
  }

  settle(): void {
    this.state.settle();
  }

  private isRelaxedAfterStore(kind: number, flags: number): boolean {
    if ((flags & NO_EVENT) !== 0 || kind > RMW) return false;
    return this.perLocation || kind === LOAD;
  }

  private catchUp(): void {
    if (this.state.isOutgrown) {
      this.state = new BorderlineState(this.states, this.perLocation, this.table, this.violations);
      this.taken = 0;
    }
    const { steps, state } = this;
    for (; this.taken < this.length; this.taken++) {
      const at = 5 * this.taken;
      state.step(steps[at]!, steps[at + 1]!, steps[at + 2] === 1);
    }
  }
}
