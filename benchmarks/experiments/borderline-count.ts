import type { LocalStates, Violation } from '@fencepost/core';
import type { MonitorName, Observer } from '@fencepost/explore';
import { MONITORS } from '@fencepost/explore';

/**
 * Counts the executions of a search in which a monitor would report something. Monitors report a pair of lines once in a
 * search; here each execution gets a monitor of its own.
 */
export class BorderlineCount {
  count = 0;
  private readonly states: LocalStates;
  private readonly monitor: MonitorName;
  private readonly steps: (readonly [thread: number, state: number, writes: boolean])[] = [];

  constructor(states: LocalStates, monitor: MonitorName) {
    this.states = states;
    this.monitor = monitor;
  }

  /** Records the steps of the search. */
  observer(): Observer {
    const { steps } = this;
    return {
      step: (thread, state, writes) => steps.push([thread, state, writes]),
      undo: () => steps.pop(),
      waits: () => undefined,
      settle: () => undefined,
    };
  }

  /** The execution of the search is complete. */
  examine(): void {
    const reports: Violation[] = [];
    const monitor = MONITORS[this.monitor](this.states, (violation) => reports.push(violation));
    for (const [thread, state, writes] of this.steps) monitor.step(thread, state, writes);
    if (reports.length > 0) this.count++;
  }
}
