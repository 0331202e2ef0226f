import type { LocalStates, ModelName, Violation } from '@fencepost/core';

/** Reports each distinct violation when it is first seen. */
export class Violations {
  private readonly states: LocalStates;
  private readonly model: ModelName;
  private readonly handOn: (violation: Violation) => void;
  private readonly seen = new Set<number>();

  constructor(states: LocalStates, model: ModelName, handOn: (violation: Violation) => void) {
    this.states = states;
    this.model = model;
    this.handOn = handOn;
  }

  /** Whether this pair of labels has been reported. */
  has(label: number, writeLabel: number): boolean {
    return this.seen.has(keyOf(label, writeLabel));
  }

  add(thread: number, state: number, writeLabel: number, write: number): void {
    const label = this.states.label[state]!;
    const key = keyOf(label, writeLabel);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.handOn({ model: this.model, label, thread, state, writeLabel, write });
  }
}

function keyOf(label: number, writeLabel: number): number {
  return label * 0x100000 + writeLabel;
}
