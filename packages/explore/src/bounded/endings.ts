import type { LocalStates, Schedule } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import type { Execution } from '../results/exploration.js';
import { endingOf } from '../results/ending.js';
import { Outcomes } from '../results/outcomes.js';
import { recordSc, scheduleSc } from './record-sc.js';
import type { ScRun } from './sc-run.js';

/** A complete execution under SC, as reported by the search by preemptions. */
export interface BoundedExecution extends Execution {
  /** Number of switches away from a thread that could continue. */
  readonly preemptions: number;
  /** Builds the schedule on demand, because that allocates. */
  schedule(): Schedule;
}

/** Options for final states and reports. */
export interface EndingsOptions {
  readonly finals?: boolean;
  readonly onExecution?: (execution: BoundedExecution) => void;
}

/** Records how the executions of a search end. */
export class Endings {
  readonly outcomes: Outcomes;
  private readonly run: ScRun;
  private readonly states: LocalStates;
  private readonly options: EndingsOptions;

  constructor(run: ScRun, options: EndingsOptions) {
    this.run = run;
    this.states = run.states;
    this.options = options;
    this.outcomes = new Outcomes(run.states, options.finals === true);
  }

  /** Records a finished run: no thread can continue. */
  add(preemptions: number): void {
    const { run, states } = this;
    const ending = endingOf(states, run);
    this.outcomes.add(run, ending, true);
    if (ending.kind !== 'complete') return;
    this.options.onExecution?.({
      deadlocked: ending.deadlocked,
      sequential: true,
      preemptions,
      trace: () => traceOf(states, recordSc(run, run.log.length)),
      schedule: () => scheduleSc(run, run.log.length),
    });
  }

  /** Forgets unused local states if there are too many. */
  tidy(): void {
    if (!this.states.crowded || this.options.finals === true) return;
    this.outcomes.examine();
    this.run.forgetStates();
  }
}
