import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import { Random } from '../graph/random.js';
import type { ActiveProgress, ActiveResult } from './active-testing.js';
import { CycleFinder } from './confirm.js';
import { isPossible } from './cycles.js';
import type { Ending, RecordedSteps } from './run.js';
import { Run, scheduleOf } from './run.js';
import type { SequentialRuns } from './sequential-runs.js';
import { Steering } from './steering.js';
import type { Shown } from './tested-cycle.js';
import { TestedCycle, addFailure } from './tested-cycle.js';

/** A steered execution is given up when it is so many times longer than those under SC, and so many steps more. */
const TIMES_LONGER = 50;
const FEW_STEPS = 1000;

/** Phase II: executions that are to have the predicted cycles, and what they showed. */
export class SteeredRuns {
  /** The cycles that are worth trying. */
  readonly tried: readonly TestedCycle[];
  private readonly cycles: readonly TestedCycle[];
  private readonly sequential: SequentialRuns;
  private readonly run: Run;
  private readonly mostSteps: number;
  private readonly failures = new Map<string, Shown>();
  private executions = 0;
  private unfinished = 0;

  constructor(states: LocalStates, model: ModelName, sequential: SequentialRuns, mostSteps: number) {
    this.run = new Run(states, model);
    this.sequential = sequential;
    this.mostSteps = Math.min(mostSteps, FEW_STEPS + TIMES_LONGER * sequential.longest);
    this.cycles = sequential.cycles
      .sorted()
      .map((labels) => new TestedCycle(labels, isPossible(labels, model, states.labels, sequential.forwarded)));
    this.tried = this.cycles.filter(({ possible }) => possible);
  }

  /** The execution that was tried last. */
  lastSchedule(): Schedule {
    return scheduleOf(this.run.states, this.run.recordedSteps());
  }

  /** One execution that is to have this cycle. */
  try(target: TestedCycle, seed: number): void {
    const { run, sequential } = this;
    const random = new Random(seed);
    const plan = target.plans.choose(random);
    const steering = new Steering(target.labels, plan, run.model, random, sequential.longest);
    const ending = run.execute(steering, this.mostSteps);
    this.executions++;
    target.trials++;
    if (ending.kind !== 'complete') this.unfinished++;
    plan.note(this.lookAt(ending, target));
  }

  /** Which cycles did it have, and did they do harm? Gives whether it had the one it was to have. */
  private lookAt(ending: Ending, target: TestedCycle): boolean {
    const { run, sequential } = this;
    const isSequential = run.isSequential();
    for (const failure of ending.failures) {
      if (isSequential) sequential.note(failure);
      addFailure(this.failures, failure, run);
    }
    if (isSequential || (ending.kind !== 'complete' && ending.failures.length === 0)) return false;
    const harm = ending.failures.filter((failure) => !sequential.has(failureKey(failure)));
    const finder = new CycleFinder(run.recorded());
    for (const each of this.tried) {
      // One that is known to do harm has nothing more to show by the way.
      if (each !== target && each.failures.size === 0) this.confirm(each, finder, false, harm);
    }
    return this.confirm(target, finder, true, harm);
  }

  private confirm(cycle: TestedCycle, finder: CycleFinder, aimedAt: boolean, harm: readonly Failure[]): boolean {
    const first = finder.find(cycle.labels);
    if (first !== -1) cycle.confirm(this.run, first, aimedAt, harm);
    return first !== -1;
  }

  progress(): Pick<ActiveProgress, 'executions' | 'predicted' | 'confirmed' | 'harmful'> {
    const { executions, cycles } = this;
    let confirmed = 0;
    let harmful = 0;
    for (const { witness, failures } of cycles) {
      if (witness !== undefined) confirmed++;
      if (failures.size > 0) harmful++;
    }
    return { executions, predicted: cycles.length, confirmed, harmful };
  }

  result(complete: boolean): ActiveResult {
    const { run, sequential, executions, unfinished } = this;
    const { states, model } = run;
    // Many cycles have the same witness.
    const schedules = new Map<RecordedSteps, Schedule>();
    const schedule = (steps: RecordedSteps): Schedule => {
      const known = schedules.get(steps) ?? scheduleOf(states, steps);
      schedules.set(steps, known);
      return known;
    };
    const isSequential = (key: string): boolean => sequential.has(key);
    return {
      states,
      model,
      cycles: this.cycles.map((cycle) => cycle.result(isSequential, schedule)),
      failures: [...this.failures].map(([key, { failure, executions: times, steps }]) => ({
        failure,
        sequential: isSequential(key),
        executions: times,
        witness: schedule(steps),
      })),
      sequentialRuns: sequential.runs,
      executions,
      unfinished,
      complete,
    };
  }
}
