import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { Random } from '../graph/random.js';
import type { Cycle } from './cycles.js';
import { MOST_STEPS } from './run.js';
import { SequentialRuns } from './sequential-runs.js';
import { SteeredRuns } from './steered-runs.js';

export interface ActiveOptions {
  readonly model: ModelName;
  readonly seed?: number;
  /** Most labels of a cycle: 4 unless told otherwise. */
  readonly length?: number;
  /** Executions that are to make each cycle happen: 30 unless told otherwise, as in the paper. */
  readonly trialsPerCycle?: number;
  /** Executions that are not to make any cycle happen, at least. */
  readonly fewestScouts?: number;
  /** Executions under SC from which cycles are predicted: 100 unless told otherwise. */
  readonly sequentialRuns?: number;
  /** Steps after which an execution is given up. */
  readonly mostSteps?: number;
  /** Asked before every execution: is it enough? */
  readonly until?: () => boolean;
  /** Called with each execution under the model, complete or not. */
  readonly onExecution?: (schedule: Schedule) => void;
}

/** A cycle, and what became of it. */
export interface CycleResult {
  readonly labels: Cycle;
  /** From executions under SC. Otherwise it was first seen when it happened. */
  readonly predicted: boolean;
  /** The model reorders one of its pairs, by what was seen of them under SC. Otherwise nothing is tried. */
  readonly possible: boolean;
  /** Executions that were to make it happen, and how many did. */
  readonly trials: number;
  readonly confirmed: number;
  /** Executions that were not to make it happen, and had it. Not all are looked at. */
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
  /** All that were predicted or found. */
  readonly cycles: readonly CycleResult[];
  readonly failures: readonly FoundFailure[];
  readonly sequentialRuns: number;
  /** Steered executions, and scouts. */
  readonly executions: number;
  /** Of those, how many were given up: a thread was cut off or waits in vain, or there were too many steps. */
  readonly unfinished: number;
  /** Every cycle has had its trials. */
  readonly complete: boolean;
}

/** How far active testing is. */
export interface ActiveProgress {
  readonly phase: 'predicting' | 'steering';
  /** Executions of this phase, and how many there will be if it is not stopped. */
  readonly executions: number;
  readonly of: number;
  readonly predicted: number;
  readonly confirmed: number;
  readonly harmful: number;
}

const SEQUENTIAL_RUNS = 100;
const TRIALS = 30;
/** Of trials there are so many for each scout; but in each round, in which every cycle is tried once, some scouts at least. */
const TRIALS_PER_SCOUT = 2;
const SCOUTS_PER_ROUND = 4;
/**
 * Active testing (RELAXER: Burnim, Sen and Stergiou, ISSTA 2011): predicts happens-before cycles from executions under SC and
 * then steers executions of the model so that they happen. Beyond the paper, scouts look for cycles that were not predicted
 * (scouts.ts), from the beginning. Nothing is reported that did not happen. A generator that stops after each execution.
 */
export function* testActively(
  states: LocalStates,
  options: ActiveOptions,
): Generator<ActiveProgress, ActiveResult, void> {
  const { model, seed = 1, length = 4, trialsPerCycle = TRIALS, fewestScouts = 0, until = () => false } = options;
  const { sequentialRuns = SEQUENTIAL_RUNS, mostSteps = MOST_STEPS, onExecution } = options;
  const seeds = new Random(seed);
  const newSeed = (): number => Math.floor(seeds.next() * 2 ** 32);
  const sequential = new SequentialRuns(states, length, mostSteps);
  const steered = new SteeredRuns(states, model, sequential, mostSteps);
  const { tried } = steered;

  for (let run = 0; run < 2 * sequentialRuns && !until(); run++) {
    if (run % 2 === 0) sequential.add(newSeed());
    else {
      steered.scout(newSeed());
      onExecution?.(steered.lastSchedule());
    }
    yield { phase: 'predicting', executions: run + 1, of: 2 * sequentialRuns, ...steered.progress() };
  }
  steered.takePredictions();
  // Every cycle once, then every cycle a second time: whenever it is stopped, all had the same attention.
  let executions = 0;
  let scouts = 0;
  for (let trial = 0; trial < trialsPerCycle || scouts < fewestScouts; trial++) {
    const cycles = trial < trialsPerCycle ? tried.length : 0;
    const round = cycles + Math.max(SCOUTS_PER_ROUND, Math.ceil(cycles / TRIALS_PER_SCOUT));
    for (let run = 0, cycle = 0; run < round; run++) {
      if (until()) return steered.result(false);
      // Scouts are spread evenly.
      if (cycle === cycles || Math.floor(((run + 1) * cycles) / round) === cycle) {
        steered.scout(newSeed());
        scouts++;
      } else steered.try(tried[cycle++]!, newSeed());
      onExecution?.(steered.lastSchedule());
      yield { phase: 'steering', executions: ++executions, of: round * trialsPerCycle, ...steered.progress() };
    }
  }
  return steered.result(sequential.runs === sequentialRuns);
}
