import { LOAD, RMW } from '../operations/operation.js';
import type { LocalStates } from '../states/local-states.js';

/** Does this hold for something that was read? */
export type ReadTest = (location: number, value: number) => boolean;

/**
 * The local states that threads have passed in an execution, with the results they got there, by position. A state alone
 * does not tell them: several ways may lead to it.
 */
export class VisitedStates {
  private readonly states: number[][] = [];
  private readonly results: number[][] = [];

  /** Whatever was noted at this position or later no longer counts. */
  note(t: number, position: number, state: number, result: number): void {
    while (this.states.length <= t) {
      this.states.push([]);
      this.results.push([]);
    }
    this.states[t]![position] = state;
    this.results[t]![position] = result;
  }

  stateAt(t: number, position: number): number {
    return this.states[t]![position]!;
  }

  resultAt(t: number, position: number): number {
    return this.results[t]![position]!;
  }

  /** Does the test hold for anything that the thread read in the last of its operations, of which there are `position`? */
  someRead({ kind, location }: LocalStates, t: number, position: number, operations: number, test: ReadTest): boolean {
    for (let at = position - operations; at < position; at++) {
      const state = this.stateAt(t, at);
      const reads = kind[state] === LOAD || kind[state] === RMW;
      if (reads && test(location[state]!, this.resultAt(t, at))) return true;
    }
    return false;
  }

  /** The states that a thread has passed, with so many operations. */
  of(t: number, position: number): readonly number[] {
    return this.states[t]?.slice(0, position) ?? [];
  }

  copyFrom(other: VisitedStates): void {
    this.states.length = this.results.length = other.states.length;
    for (let t = 0; t < other.states.length; t++) {
      this.states[t] = other.states[t]!.slice();
      this.results[t] = other.results[t]!.slice();
    }
  }
}
