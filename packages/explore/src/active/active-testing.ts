import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Random } from '../graph/random.js';
import type { Cycle } from './cycles.js';
import { SequentialRuns } from './sequential-runs.js';
import { SteeredRuns } from './steered-runs.js';

export interface ActiveOptions {
  readonly model: Exclude<ModelName, 'sc'>;
  readonly seed?: number;
  /** Most labels of a cycle: 4 unless told otherwise. */
  readonly length?: number;
  /** Executions that are to make each cycle happen: 30 unless told otherwise, as in the paper. */
  readonly trialsPerCycle?: number;
  /** Executions under SC from which cycles are predicted: 100 unless told otherwise. */
  readonly sequentialRuns?: number;
  /** Steps after which an execution is given up. */
  readonly mostSteps?: number;
  /** Asked before every execution: is it enough? */
  readonly until?: () => boolean;
  /** Called with each steered execution, complete or not. */
  readonly onExecution?: (schedule: Schedule) => void;
}

/** A predicted cycle, and what became of it. */
export interface CycleResult {
  readonly labels: Cycle;
  /** The model reorders one of its pairs, by what was seen of them under SC. Otherwise nothing is tried. */
  readonly possible: boolean;
  /** Executions that were to make it happen, and how many did. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions that were to make another one happen, and had this one. Not all are looked at. */
  readonly byTheWay: number;
  /** `confirmed` of `trials`. */
  readonly probability: number;
  /** What went wrong in executions that had it, and never under SC. None: the cycle seems to be benign. */
  readonly harmful: readonly Failure[];
  /** A shortest execution that had it, and a shortest in which something went wrong, too. */
  readonly witness: Schedule | undefined;
  readonly harmfulWitness: Schedule | undefined;
}

/** A failure that was seen in steered executions. */
export interface FoundFailure {
  readonly failure: Failure;
  /** It was seen under SC as well. */
  readonly sequential: boolean;
  readonly executions: number;
  readonly witness: Schedule;
}

export interface ActiveResult {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** All that were predicted. */
  readonly cycles: readonly CycleResult[];
  readonly failures: readonly FoundFailure[];
  readonly sequentialRuns: number;
  /** Steered executions. */
  readonly executions: number;
  /** Of those, how many were given up: a thread was cut off or waits in vain, or there were too many steps. */
  readonly unfinished: number;
  /** Every cycle has had its trials. */
  readonly complete: boolean;
}

/** How far active testing is. */
export interface ActiveProgress {
  /** `approaching`: the executions from which cycles were predicted are run again, to see where they come close to them. */
  readonly phase: 'predicting' | 'approaching' | 'steering';
  readonly executions: number;
  /** Executions of this phase, if it is not stopped. */
  readonly of: number;
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
}

const SEQUENTIAL_RUNS = 100;
const TRIALS = 30;
/** Fewer than a thread can have operations. */
const MOST_STEPS = 1_000_000;

/**
 * Active testing (RELAXER: Burnim, Sen and Stergiou, ISSTA 2011): predicts happens-before cycles from executions under SC and
 * then steers executions of the model so that they happen. Nothing is reported that did not happen. A generator that stops
 * after each execution.
 */
export function* testActively(
  states: LocalStates,
  options: ActiveOptions,
): Generator<ActiveProgress, ActiveResult, void> {
  const { model, seed = 1, length = 4, trialsPerCycle = TRIALS, until = () => false } = options;
  const { sequentialRuns = SEQUENTIAL_RUNS, mostSteps = MOST_STEPS, onExecution } = options;
  const seeds = new Random(seed);
  const newSeed = (): number => Math.floor(seeds.next() * 2 ** 32);
  const sequential = new SequentialRuns(states, length, mostSteps);
  const nothingYet = { confirmed: 0, harmful: 0 };
  while (sequential.runs < sequentialRuns && !until()) {
    sequential.add(newSeed());
    const predicted = sequential.cycles.count;
    yield { phase: 'predicting', executions: sequential.runs, of: sequentialRuns, predicted, ...nothingYet };
  }
  const steered = new SteeredRuns(states, model, sequential, mostSteps);
  const { tried } = steered;
  const approaching = tried.length === 0 ? 0 : sequential.runs;
  for (let i = 0; i < approaching && !until(); i++) {
    sequential.approach(i, tried);
    yield { phase: 'approaching', of: approaching, ...steered.progress(), executions: i + 1 };
  }
  // Every cycle once, then every cycle a second time: whenever it is stopped, all had the same attention.
  for (let trial = 0; trial < trialsPerCycle; trial++) {
    for (const cycle of tried) {
      if (until()) return steered.result(false);
      steered.try(cycle, newSeed());
      onExecution?.(steered.lastSchedule());
      yield { phase: 'steering', of: tried.length * trialsPerCycle, ...steered.progress() };
    }
  }
  return steered.result(sequential.runs === sequentialRuns);
}
