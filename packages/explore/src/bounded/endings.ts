import type { LocalStates, Schedule } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import type { Execution } from '../exploration.js';
import { failedBeforeCut, needsNoWaking, provesNothing, wasAssumed } from '../cut-off.js';
import { Outcomes } from '../outcomes.js';
import { recordSc, scheduleSc } from './record-sc.js';
import type { ScRun } from './sc-run.js';

export interface BoundedExecution extends Execution {
  /** Switches away from a thread that could go on. */
  readonly preemptions: number;
  /** Built on demand: it allocates. */
  schedule(): Schedule;
}

export interface EndingsOptions {
  readonly finals?: boolean;
  readonly onExecution?: (execution: BoundedExecution) => void;
}

/** How the executions of a search end. */
export class Endings {
  executions = 0;
  deadlocks = 0;
  blocked = 0;
  assumed = 0;
  events = 0;
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

  /** The run is over: nobody can go on. */
  add(preemptions: number): void {
    const { run, states } = this;
    if (states.anyCut && this.isCutOff()) {
      this.blocked++;
      if (wasAssumed(states, run.local)) this.assumed++;
      if (states.anyFailure && failedBeforeCut(states, run.local)) this.addFinal(false);
      return;
    }
    const deadlocked = run.someoneWaits() && !needsNoWaking(states, run.local);
    this.executions++;
    this.events += run.log.length;
    if (deadlocked) this.deadlocks++;
    if (this.outcomes.wants(deadlocked)) this.addFinal(deadlocked);
    this.options.onExecution?.({
      deadlocked,
      sequential: true,
      preemptions,
      trace: () => traceOf(states, recordSc(run, run.log.length)),
      schedule: () => scheduleSc(run, run.log.length),
    });
  }

  /** Has local states forgotten that are no longer needed, if there are too many. */
  tidy(): void {
    if (!this.states.crowded || this.options.finals === true) return;
    this.outcomes.examine();
    this.run.forgetStates();
  }

  /** Is there a thread whose end says that this run proves nothing? */
  private isCutOff(): boolean {
    const { run, states } = this;
    return run.local.some((state) => provesNothing(states, state, (location) => run.value[location]!));
  }

  private addFinal(deadlocked: boolean): void {
    const { run, states, outcomes } = this;
    const { finals } = outcomes;
    const memoryAt = finals.begin();
    finals.row[0] = deadlocked ? 1 : 0;
    for (let t = 0; t < states.threads.count; t++) finals.row[1 + t] = run.local[t]!;
    for (let x = 0; x < states.locations.count; x++) finals.row[memoryAt + x] = run.value[x]!;
    outcomes.add();
  }
}
