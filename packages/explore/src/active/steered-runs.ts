import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Random, failureKey } from '@fencepost/core';
import type { ActiveProgress, ActiveResult } from './active-result.js';
import { CycleFinder } from './confirm.js';
import type { Cycle } from './cycles.js';
import { isPossible, normalised } from './cycles.js';
import type { RecordedSteps, RunResult, Strategy } from './run.js';
import { Run, scheduleOf } from './run.js';
import { ScViolation } from './sc-violation.js';
import type { SequentialRuns } from './sequential-runs.js';
import { MOST_CYCLES } from './sequential-runs.js';
import { Steering } from './steering.js';
import type { Shown } from './tested-cycle.js';
import { TestedCycle, addFailure } from './tested-cycle.js';
import { UnguidedRuns } from './unguided-runs.js';

/** Step limit of a steered execution: this many times the length of those under SC, plus this many steps. */
const TIMES_LONGER = 50;
const FEW_STEPS = 1000;

/** Number of failed trials after which approaches to the cycle are taken from executions under SC. */
const TRIALS_WITHOUT_APPROACH = 2;

/** Maximum number of tried cycles when unpredicted ones are added. */
const MOST_TRIED = MOST_CYCLES + 500;

/** Phase II: executions steered to cycles, unguided ones, and their results. */
export class SteeredRuns {
  /** The cycles that are worth trying. Unguided runs may find more. */
  readonly tried: TestedCycle[] = [];
  /** All known cycles, by their labels. */
  private readonly cycles = new Map<string, TestedCycle>();
  private readonly sequential: SequentialRuns;
  private readonly run: Run;
  private readonly mostSteps: number;
  private readonly unguided = new UnguidedRuns();
  private readonly failures = new Map<string, Shown>();
  private executions = 0;
  private unfinished = 0;
  /** Numbers of cycles. */
  private confirmed = 0;
  private harmful = 0;

  constructor(states: LocalStates, model: ModelName, sequential: SequentialRuns, mostSteps: number) {
    this.run = new Run(states, model);
    this.sequential = sequential;
    this.mostSteps = mostSteps;
  }

  /** Adds the cycles predicted from executions under SC. */
  takePredictions(): void {
    const { sequential, run } = this;
    for (const labels of sequential.cycles.sorted()) {
      // Unguided runs may have seen it.
      const seen = this.cycles.get(labels.join());
      const possible = isPossible(labels, run.model, run.states.labels, sequential.forwarded);
      if (seen === undefined) this.add(new TestedCycle(labels, true, possible));
      else seen.predicted = true;
    }
  }

  private add(cycle: TestedCycle): void {
    this.cycles.set(cycle.labels.join(), cycle);
    if (cycle.possible) this.tried.push(cycle);
  }

  /** Returns the schedule of the last execution. */
  lastSchedule(): Schedule {
    return scheduleOf(this.run.states, this.run.recordedSteps());
  }

  /** Runs one execution steered to this cycle. */
  try(target: TestedCycle, seed: number): void {
    const { run, sequential } = this;
    const random = new Random(seed);
    if (target.trials++ === TRIALS_WITHOUT_APPROACH && target.witness === undefined) {
      for (const approach of sequential.approachesTo(target.labels)) target.plans.add(approach, false);
    }
    const plan = target.plans.choose(random);
    const steering = new Steering(target.labels, plan, run.model, random, sequential.longest);
    plan.note(this.lookAt(this.execute(steering), target, random));
  }

  /** Runs one unguided execution. */
  runUnguided(seed: number): void {
    const random = new Random(seed);
    this.lookAt(this.execute(this.unguided.next(random, this.sequential.longest)), undefined, random);
  }

  private execute(strategy: Strategy): RunResult {
    const most = Math.min(this.mostSteps, FEW_STEPS + TIMES_LONGER * this.sequential.longest);
    const ending = this.run.execute(strategy, most);
    this.executions++;
    if (ending.kind !== 'complete') this.unfinished++;
    return ending;
  }

  /** Records the cycles of the last execution and whether they were harmful. Returns whether it had `target`. */
  private lookAt(ending: RunResult, target: TestedCycle | undefined, random: Random): boolean {
    const { run, sequential } = this;
    const isSequential = run.isSequential();
    for (const failure of ending.failures) {
      if (isSequential) sequential.note(failure);
      addFailure(this.failures, failure, run);
    }
    if (isSequential) return false;
    if (ending.failures.length === 0 && (ending.kind !== 'complete' || run.isSequentialInMemory())) return false;
    const harm = ending.failures.filter((failure) => !sequential.has(failureKey(failure)));
    const accesses = run.recorded();
    const violation = new ScViolation(accesses);
    this.discover(violation, random);
    const finder = new CycleFinder(accesses);
    // Most cycles have a label that is on no cycle of this execution.
    const onCycles = violation.labelsOnCycles();
    for (const each of this.tried) {
      // Once a cycle is known to be harmful, executions not steered to it show nothing new.
      if (each === target || each.failures.size > 0 || !isWithin(each.labels, onCycles)) continue;
      this.confirm(each, finder, false, harm);
    }
    return target !== undefined && isWithin(target.labels, onCycles) && this.confirm(target, finder, true, harm);
  }

  /** Looks for an unpredicted cycle if the execution violates SC in a new way. */
  private discover(violation: ScViolation, random: Random): void {
    if (!this.unguided.note(violation, this.run, random) || this.tried.length >= MOST_TRIED) return;
    const cycle = violation.shortest();
    if (cycle === undefined) return;
    const labels = normalised(cycle);
    const known = this.cycles.get(labels.join());
    // It was judged impossible from the executions under SC.
    if (known?.possible === false) this.add(new TestedCycle(labels, true, true));
    if (known === undefined) this.add(new TestedCycle(labels, false, true));
  }

  private confirm(cycle: TestedCycle, finder: CycleFinder, aimedAt: boolean, harm: readonly Failure[]): boolean {
    const first = finder.find(cycle.labels);
    if (first === -1) return false;
    if (cycle.witness === undefined) this.confirmed++;
    if (cycle.failures.size === 0 && harm.length > 0) this.harmful++;
    cycle.confirm(this.run, first, aimedAt, harm);
    return true;
  }

  progress(): Pick<ActiveProgress, 'predicted' | 'confirmed' | 'harmful'> {
    const { sequential, confirmed, harmful } = this;
    return { predicted: sequential.cycles.count, confirmed, harmful };
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
      cycles: [...this.cycles.values()].map((cycle) => cycle.result(isSequential, schedule)),
      failures: [...this.failures].map(([key, { failure, executions: times, steps }]) => ({
        failure,
        sequential: isSequential(key),
        executions: times,
        witness: schedule(steps),
      })),
      leftOut: sequential.cycles.leftOut,
      sequentialRuns: sequential.runs,
      executions,
      unfinished,
      complete,
    };
  }
}

function isWithin(cycle: Cycle, labels: ReadonlySet<number>): boolean {
  for (const label of cycle) if (!labels.has(label)) return false;
  return true;
}
