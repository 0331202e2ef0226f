import type { Failure, Schedule } from '@fencepost/core';
import { failureKey, sameFailure } from '@fencepost/core';
import type { CycleResult } from './active-result.js';
import { approachOf } from './steering-targets.js';
import type { Cycle } from './cycles.js';
import { Plans } from './steering-plans.js';
import type { RecordedSteps, Run } from './run.js';

/** A failure, and a shortest run that had it. */
export interface Shown {
  readonly failure: Failure;
  readonly executions: number;
  readonly steps: RecordedSteps;
}

/** Adds a failure of this run to the known ones, by key. */
export function addFailure(known: Map<string, Shown>, failure: Failure, run: Run): void {
  const key = failureKey(failure);
  const before = known.get(key);
  known.set(key, {
    failure: before === undefined ? failure : sameFailure(before.failure, failure),
    executions: (before?.executions ?? 0) + 1,
    steps: shorter(before?.steps, run),
  });
}

function shorter(known: RecordedSteps | undefined, run: Run): RecordedSteps {
  return known === undefined || run.length < known.threads.length ? run.recordedSteps() : known;
}

/** A cycle that executions are steered to. */
export class TestedCycle {
  readonly labels: Cycle;
  predicted: boolean;
  readonly possible: boolean;
  readonly plans = new Plans();
  trials = 0;
  /** Failures in runs that had the cycle, by key. */
  readonly failures = new Map<string, Shown>();
  witness: RecordedSteps | undefined;
  private confirmed = 0;
  private byTheWay = 0;

  constructor(labels: Cycle, predicted: boolean, possible: boolean) {
    this.labels = labels;
    this.predicted = predicted;
    this.possible = possible;
  }

  /**
   * Records that the run had the cycle with this access as its first, and these failures, which were never seen under
   * SC.
   */
  confirm(run: Run, first: number, aimedAt: boolean, failures: readonly Failure[]): void {
    if (this.witness === undefined) this.plans.add(approachOf(run, this.labels, first), true);
    if (aimedAt) this.confirmed++;
    else this.byTheWay++;
    this.witness = shorter(this.witness, run);
    for (const failure of failures) addFailure(this.failures, failure, run);
  }

  /** `isSequential` returns whether a failure with this key also happens under SC. */
  result(isSequential: (key: string) => boolean, scheduleOf: (steps: RecordedSteps) => Schedule): CycleResult {
    const { labels, predicted, possible, trials, confirmed, byTheWay, witness } = this;
    const harm = [...this.failures].filter(([key]) => !isSequential(key)).map(([, shown]) => shown);
    const shortest = harm.map(({ steps }) => steps).sort((a, b) => a.threads.length - b.threads.length)[0];
    return {
      labels,
      predicted,
      possible,
      trials,
      confirmed,
      byTheWay,
      probability: trials === 0 ? 0 : confirmed / trials,
      harmful: harm.map(({ failure }) => failure),
      witness: witness && scheduleOf(witness),
      harmfulWitness: shortest && scheduleOf(shortest),
    };
  }
}
