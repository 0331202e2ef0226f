import type { LocalStates, ModelName, Violation } from '@fencepost/core';
import {
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_BOTH,
  BECOMES_READ_BASE,
  NO_EVENT,
  RMW,
  STORE,
  grown,
  preservedOrder,
  machineOf,
} from '@fencepost/core';
import { BorderlineState } from './borderline-state.js';
import type { Observer, RunView } from '../shared/observer.js';
import { UnreadWrites } from './unread-writes.js';
import { Violations } from './violation.js';

/** Words per step: thread, local state, whether it wrote, and the data to undo it. */
const STEP_WORDS = 6;

/**
 * Looks for borderline traces (Burckhardt and Musuvathi, CAV 2008, Def. 6) of TSO or PSO in the SC executions of a
 * search: the trace so far is SC, and its next operation has a choice that the model allows and SC does not (defined in
 * `BorderlineState`).
 *
 * Happens-before and the part the model preserves differ only where a thread continues after a store that is not
 * drained (TSO: with a load; PSO: with any operation). As long as an execution has no such point there is nothing to
 * find, and this class only records its steps. After such a point, the clocks catch up whenever an operation could be
 * reported with a write with which it has not been reported yet. In a program that is not robust, that soon becomes the
 * exception.
 */
export class BorderlineMonitor implements Observer {
  private readonly states: LocalStates;
  private readonly table: Int32Array;
  private readonly violations: Violations;
  private readonly run: RunView | undefined;
  private readonly unread = new UnreadWrites();
  private state: BorderlineState;
  /**
   * Whether there is a buffer per location. If so, any operation after an undrained store is a relaxed point; otherwise
   * only loads are.
   */
  private readonly perLocation: boolean;
  /** The steps so far. */
  private steps: Int32Array = new Int32Array(256);
  private length = 0;
  /** Number of steps that the clocks include. */
  private taken = 0;
  /** By thread: 1 if it may have undrained stores. Number of relaxed points so far. */
  private undrained: Int32Array = new Int32Array(8);
  private relaxed = 0;
  /** Whether any step that orders nothing has written. */
  private anyUnordered = false;

  /** `run` is the search's view of the execution. */
  constructor(states: LocalStates, model: ModelName, onViolation: (violation: Violation) => void, run?: RunView) {
    this.run = run;
    this.states = states;
    this.table = preservedOrder(model);
    this.perLocation = machineOf(model).buffers === 'location';
    this.violations = new Violations(states, model, onViolation);
    this.state = this.newState();
  }

  private newState(): BorderlineState {
    return new BorderlineState(this.states, this.perLocation, this.table, this.violations, this.anyUnordered);
  }

  step(t: number, state: number, writes: boolean): void {
    const at = STEP_WORDS * this.length++;
    if (at + STEP_WORDS > this.steps.length) this.steps = grown(this.steps, at + STEP_WORDS);
    if (t >= this.undrained.length) this.undrained = grown(this.undrained, t + 1);
    const { steps, undrained, states } = this;
    steps[at] = t;
    steps[at + 1] = state;
    steps[at + 2] = writes ? 1 : 0;
    steps[at + 3] = undrained[t]!;
    steps[at + 4] = this.relaxed;
    const kind = states.kind[state]!;
    const flags = this.table[states.code[state]!]!;
    if (writes && kind === RMW && !this.perLocation && (flags & AFTER_WRITE_BASE) === 0) this.anyUnordered = true;
    if (undrained[t] === 1 && this.isRelaxedAfterStore(kind, flags)) this.relaxed++;
    if ((flags & BECOMES_BOTH) === BECOMES_BOTH) undrained[t] = 0;
    else if (kind === STORE || (kind === RMW && writes)) undrained[t] = 1;
    const location = states.location[state]!;
    if (location < 0) return;
    const { unread } = this;
    unread.fit(t, location);
    steps[at + 5] = unread.passedBy(t, location);
    if (this.relaxed > 0 && this.mayReport(t, state)) this.catchUp();
    const labels = unread.of(location);
    if (writes) labels.push(states.label[state]!);
    // All its later operations are after the write it has read, and cannot precede writes it has overwritten.
    if (writes || (flags & BECOMES_READ_BASE) !== 0) unread.setPassed(t, location, labels.length);
  }

  undo(): void {
    const at = STEP_WORDS * --this.length;
    const { steps, unread } = this;
    if (this.taken > this.length) {
      this.state.undo();
      this.taken--;
    }
    const t = steps[at]!;
    this.undrained[t] = steps[at + 3]!;
    this.relaxed = steps[at + 4]!;
    const location = this.states.location[steps[at + 1]!]!;
    if (location < 0) return;
    unread.setPassed(t, location, steps[at + 5]!);
    if (steps[at + 2] === 1) unread.of(location).pop();
  }

  waits(t: number, state: number): void {
    if (this.relaxed === 0 && this.undrained[t] !== 1) return;
    this.unread.fit(t, this.states.location[state]!);
    if (!this.mayReport(t, state)) return;
    this.catchUp();
    this.state.check(t, state);
  }

  settle(): void {
    this.state.settle();
  }

  private isRelaxedAfterStore(kind: number, flags: number): boolean {
    if ((flags & NO_EVENT) !== 0 || kind > RMW) return false;
    return this.perLocation || (flags & AFTER_WRITE_BASE) === 0;
  }

  /**
   * Whether the operation could be reported with a write with which it has not been reported yet. Usually this needs no
   * clocks.
   */
  private mayReport(t: number, state: number): boolean {
    const { states, unread, run, violations } = this;
    const flags = this.table[states.code[state]!]!;
    if (states.kind[state] === STORE && !this.perLocation) return false;
    const location = states.location[state]!;
    const writes = unread.of(location);
    const seen = run?.lastSeenWrite?.(t, location) ?? writes.length;
    if ((flags & AFTER_READ_BASE) === 0) return seen > 0;
    const label = states.label[state]!;
    for (let write = unread.passedBy(t, location); write < seen; write++) {
      if (!violations.has(label, writes[write]!)) return true;
    }
    return false;
  }

  private catchUp(): void {
    if (this.state.isOutgrown || this.state.followsUnordered !== this.anyUnordered) {
      this.state = this.newState();
      this.taken = 0;
    }
    const { steps, state } = this;
    for (; this.taken < this.length; this.taken++) {
      const at = STEP_WORDS * this.taken;
      state.step(steps[at]!, steps[at + 1]!, steps[at + 2] === 1);
    }
  }
}
