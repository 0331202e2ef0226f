import type { CountedFailure, FinalView, LocalStates } from '@fencepost/core';
import { failureKey, sameFailure } from '@fencepost/core';
import type { Failures } from './exploration.js';
import { failuresAt, finalView } from './failures.js';
import { FinalStates } from './final-states.js';

/** Final states kept between two looks at them, when only their failures are wanted. */
const BATCH = 1 << 13;

/**
 * Collects how executions end. Checks look at final states, not at executions: what they can see is a function of the
 * final state (design section 5), so each distinct one is checked once, or, to keep memory flat, once per batch.
 */
export class Outcomes {
  private readonly states: LocalStates;
  private readonly keep: boolean;
  private readonly found = new Map<string, CountedFailure>();
  finals: FinalStates;

  constructor(states: LocalStates, keep: boolean) {
    this.states = states;
    this.keep = keep;
    this.finals = new FinalStates(states);
  }

  /** Is there anything to learn from an execution? If so, fill `finals.row` and call `add`. */
  wants(deadlocked: boolean): boolean {
    return this.keep || deadlocked || this.states.anyFailure || this.states.program.after !== undefined;
  }

  add(): void {
    this.finals.add();
    if (!this.keep && this.finals.count >= BATCH) this.examine();
  }

  /** Looks at the final states so far. Those not to be kept are gone then, so local states may be forgotten. */
  examine(): void {
    let view: FinalView | undefined;
    for (const final of this.finals) {
      view ??= finalView(this.states, final); // one final state after the other, seen through the same object
      const counted = new Set<string>();
      for (const failure of failuresAt(this.states, final, view)) {
        const key = failureKey(failure);
        const { executions, ...known } = this.found.get(key) ?? { ...failure, executions: 0 };
        const more = counted.has(key) ? 0 : final.executions;
        this.found.set(key, { ...sameFailure(known, failure), executions: executions + more });
        counted.add(key);
      }
    }
    if (!this.keep) this.finals = new FinalStates(this.states);
  }

  /** At the end. */
  failures(): Failures {
    this.examine();
    return [...this.found.values()];
  }
}
