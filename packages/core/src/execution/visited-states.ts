import { LOAD, RMW, STORE } from '../operations/operation.js';
import type { LocalStates } from '../states/local-states.js';

/** A test of a value that was read from a location. */
export type ReadTest = (location: number, value: number) => boolean;

/**
 * The local states that threads have passed in an execution, with the results they got there, by position. They cannot
 * be derived from a state alone: several paths may lead to it.
 */
export class VisitedStates {
  private readonly states: number[][] = [];
  private readonly results: number[][] = [];

  /** Records the state and result at this position. Entries at this position or later become invalid. */
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

  /**
   * Whether the test holds for any value that the thread read in the last `operations` of its first `position`
   * operations. Values that it wrote itself in these operations do not count.
   */
  someRead(states: LocalStates, t: number, position: number, operations: number, test: ReadTest): boolean {
    const { kind, location, operand } = states;
    let own: Map<number, number> | undefined;
    for (let at = position - operations; at < position; at++) {
      const state = this.stateAt(t, at);
      const place = location[state]!;
      if (kind[state] === STORE) (own ??= new Map()).set(place, operand[state]!);
      if (kind[state] !== LOAD && kind[state] !== RMW) continue;
      const value = this.resultAt(t, at);
      if (own?.get(place) !== value && test(place, value)) return true;
      if (kind[state] === RMW && states.writesAfter(state, value)) {
        (own ??= new Map()).set(place, states.written(state, value));
      }
    }
    return false;
  }

  /** Returns the states that a thread has passed in its first `position` operations. */
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
