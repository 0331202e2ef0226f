import type { LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Random } from '@fencepost/core';
import type { ActiveProgress, ActiveResult } from './active-result.js';
import { MOST_STEPS } from './run.js';
import { SequentialRuns } from './sequential-runs.js';
import { SteeredRuns } from './steered-runs.js';

/** Options of active testing. */
export interface ActiveOptions {
  readonly model: ModelName;
  readonly seed?: number;
  /** Maximum number of labels in a cycle. Default: 4. */
  readonly length?: number;
  /** Executions steered to each cycle. Default: 30, as in the paper. */
  readonly trialsPerCycle?: number;
  /** Minimum number of unguided executions. */
  readonly fewestUnguidedRuns?: number;
  /** Number of executions under SC from which cycles are predicted. Default: 100. */
  readonly sequentialRuns?: number;
  /** Steps after which an execution is abandoned. */
  readonly mostSteps?: number;
  /** Called before every execution; true ends the tests. */
  readonly until?: () => boolean;
  /** Called before every execution that predicts cycles but the first; true ends the prediction. */
  readonly predictUntil?: () => boolean;
  /** Called with each execution under the model, complete or not. */
  readonly onExecution?: (schedule: Schedule) => void;
}

const SEQUENTIAL_RUNS = 100;
const TRIALS = 30;
/**
 * Trials per unguided run. Each round tries every cycle once and has at least `UNGUIDED_RUNS_PER_ROUND` unguided runs.
 */
const TRIALS_PER_UNGUIDED_RUN = 2;
const UNGUIDED_RUNS_PER_ROUND = 4;

/**
 * Active testing (RELAXER: Burnim, Sen and Stergiou, ISSTA 2011): predicts happens-before cycles from executions under
 * SC, then steers executions of the model into them. Beyond the paper, unguided runs look for unpredicted cycles from
 * the start (unguided-runs.ts). Reports only cycles and failures that happened. A generator that yields after each
 * execution.
 */
export function* testActively(
  states: LocalStates,
  options: ActiveOptions,
): Generator<ActiveProgress, ActiveResult, void> {
  const { model, seed = 1, length = 4, trialsPerCycle = TRIALS, fewestUnguidedRuns = 0, until = () => false } = options;
  const { sequentialRuns = SEQUENTIAL_RUNS, mostSteps = MOST_STEPS, onExecution } = options;
  const { predictUntil = () => false } = options;
  const seeds = new Random(seed);
  const newSeed = (): number => Math.floor(seeds.next() * 2 ** 32);
  const sequential = new SequentialRuns(states, model, length, mostSteps);
  const steered = new SteeredRuns(states, model, sequential, mostSteps);
  const { tried } = steered;

  for (let run = 0; run < 2 * sequentialRuns && !until(); run++) {
    if (run > 0 && predictUntil()) break;
    if (run % 2 === 0) sequential.add(newSeed());
    else {
      steered.runUnguided(newSeed());
      onExecution?.(steered.lastSchedule());
    }
    yield { phase: 'predicting', executions: run + 1, of: 2 * sequentialRuns, ...steered.progress() };
  }
  steered.takePredictions();
  // Try every cycle once, then every cycle a second time, so that all were tried equally often whenever the test stops.
  let executions = 0;
  let unguided = 0;
  for (let trial = 0; trial < trialsPerCycle || unguided < fewestUnguidedRuns; trial++) {
    const cycles = trial < trialsPerCycle ? tried.length : 0;
    const round = cycles + Math.max(UNGUIDED_RUNS_PER_ROUND, Math.ceil(cycles / TRIALS_PER_UNGUIDED_RUN));
    for (let run = 0, cycle = 0; run < round; run++) {
      if (until()) return steered.result(false);
      // Unguided runs are spread evenly.
      if (cycle === cycles || Math.floor(((run + 1) * cycles) / round) === cycle) {
        steered.runUnguided(newSeed());
        unguided++;
      } else steered.try(tried[cycle++]!, newSeed());
      onExecution?.(steered.lastSchedule());
      yield { phase: 'steering', executions: ++executions, of: round * trialsPerCycle, ...steered.progress() };
    }
  }
  return steered.result(sequential.runs === sequentialRuns);
}
