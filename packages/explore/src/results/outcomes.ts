import type { FinalView, LocalStates } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { Ending, FinishedRun } from './ending.js';
import { CallVerdicts } from './call-verdicts.js';
import { failuresAt, finalView } from './failures.js';
import { FinalStates } from './final-states.js';
import type { Results } from './tally.js';
import { waitsInCalls } from './waiting-calls.js';
import { Tally } from './tally.js';

/** Number of final states kept between two examinations, when only their failures are needed. */
const BATCH = 1 << 13;

/**
 * Collects how the executions of a search end. Checks examine final states, not executions: the data they can read is a
 * function of the final state. Each distinct state is checked once, or, to bound memory, once per batch.
 */
export class Outcomes {
  /** The counts are always current. Failures are complete after `examine`. */
  readonly tally = new Tally();
  finals: FinalStates;
  private readonly states: LocalStates;
  private readonly keep: boolean;
  private readonly calls: CallVerdicts | undefined;

  /** `keep`: whether the caller needs the final states themselves. */
  constructor(states: LocalStates, keep: boolean) {
    this.states = states;
    this.keep = keep;
    this.finals = new FinalStates(states);
    const { calls } = states.program;
    this.calls = calls && new CallVerdicts(states, calls, this.tally, (final) => finalView(states, final));
  }

  /** Counts an execution that stands for `orbit` executions. */
  add(run: FinishedRun, ending: Ending, sequential: boolean, orbit = 1): void {
    const { tally } = this;
    const { operations } = run;
    tally.operations += operations;
    if (ending.kind === 'complete') {
      tally.executions++;
      tally.total += orbit;
      tally.events += orbit * operations;
      if (!sequential) tally.nonSequential += orbit;
      const isDeadlocked = ending.deadlocked && !waitsInCalls(this.states, (t) => run.local[t] ?? 0);
      if (isDeadlocked) tally.deadlocks += orbit;
      if (this.wants(ending)) this.addFinal(run, ending.deadlocked, orbit);
      if (this.calls !== undefined && !isDeadlocked && !ending.failed) this.addCalls(this.calls, run);
    } else {
      tally.blocked++;
      if (ending.cutBy === 'assumption') tally.assumed++;
      if (ending.abandoned && !sequential) tally.nonSequential += orbit;
      const mayBeFaulty = ending.kind === 'cut' && this.states.program.faults !== undefined;
      if (ending.failed || mayBeFaulty) this.addFinal(run, false, orbit);
    }
  }

  /** Counts an execution that was abandoned early as redundant. */
  giveUp(): void {
    this.tally.blocked++;
  }

  /** Examines the final states so far, and drops those that need not be kept, so that local states may be forgotten. */
  examine(): void {
    let view: FinalView | undefined;
    for (const final of this.finals) {
      view ??= finalView(this.states, final); // one object shows each final state in turn
      const counted = new Set<string>();
      for (const failure of failuresAt(this.states, final, view)) {
        const key = failureKey(failure);
        this.tally.addFailure(failure, counted.has(key) ? 0 : final.executions);
        counted.add(key);
      }
    }
    if (!this.keep) this.finals = new FinalStates(this.states);
    this.calls?.clear();
  }

  /** Returns the results. Call it once, at the end. */
  results(): Results & { readonly finals: FinalStates } {
    this.examine();
    const { failures } = this.tally;
    return { ...this.tally.toJSON(), failures, finals: this.finals };
  }

  /** Whether this ending needs to be examined. */
  private wants({ deadlocked }: Ending): boolean {
    const { anyFailure, program } = this.states;
    return this.keep || deadlocked || anyFailure || program.after !== undefined || program.faults !== undefined;
  }

  private addCalls(calls: CallVerdicts, run: FinishedRun): void {
    const order = run.callOrder?.();
    if (order !== undefined) calls.add(run, order);
  }

  private addFinal(run: FinishedRun, deadlocked: boolean, executions: number): void {
    const { finals, states } = this;
    const memoryAt = finals.begin();
    const { row } = finals;
    const { local } = run;
    row[0] = deadlocked ? 1 : 0;
    // The run may lack threads discovered since.
    for (let t = 0; t < states.threads.count; t++) row[1 + t] = t < local.length ? local[t]! : 0;
    for (let x = 0; x < states.locations.count; x++) row[memoryAt + x] = run.valueAt(x);
    finals.add(executions);
    if (!this.keep && finals.count >= BATCH) this.examine();
  }
}
