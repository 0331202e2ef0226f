import type { CheckedSchedule, Failure, ModelName, Program, Trace } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  REFERENCE_MODEL,
  Recorder,
  withRestarts,
  withoutBounds,
  hasPreservedOrder,
  isFencepostError,
  isSequentiallyConsistent,
  modelNamed,
  modelOfRaces,
  models,
  parseChecked,
  replay,
  requireProgram,
  traceOf,
} from '@fencepost/core';
import { exploreGraphs, racesOf } from '@fencepost/explore';
import type { Counterexample } from '@fencepost/report';
import { failuresBefore } from '@fencepost/report';
import { tellChecked } from '../explain/checked-schedule.js';
import { requireAllowed } from '../explain/require-consistent.js';
import { buildCounterexample } from '../explain/build-counterexample.js';
import { withWhy } from '../explain/counterexamples.js';
import { DataRaces } from '../search/data-races.js';
import { failuresOfReplay, unfinishedThreads } from '../explain/failures-of-replay.js';

/** Options of a replay. */
export interface ReplayOptions {
  /** Also report the data races of the execution. */
  readonly races?: boolean;
}

/** A replayed execution. */
export interface Replayed {
  readonly counterexample: Counterexample;
  readonly failures: readonly Failure[];
  /** Threads that could continue where the schedule ends. */
  readonly unfinished: readonly string[];
}

/** Runs a program along the text of a schedule. Throws if the schedule does not belong to the program. */
export function replayProgram(
  program: Program,
  model: ModelName,
  text: string,
  { races = false }: ReplayOptions = {},
): Replayed {
  requireProgram(program);
  const checked = parseChecked(text);
  const replayed = (): Replayed => replayLearning(program, model, checked, races);
  if (program.blocks === undefined) return replayed();
  // Tests and monitors run without blocks.
  program.blocks.allow(true);
  try {
    return replayed();
  } catch (error) {
    if (!isFencepostError(error) || error.code !== 'BAD_SCHEDULE') throw error;
    program.blocks.allow(false);
    try {
      return replayed();
    } catch {
      throw error;
    }
  }
}

function replayLearning(program: Program, model: ModelName, checked: CheckedSchedule, races: boolean): Replayed {
  const learning = new Learning(model, races);
  return withRestarts(() => {
    const states = new LocalStates(program);
    try {
      return replayOnce(states, model, checked, races);
    } catch (error) {
      if (!isFencepostError(error) || error.code !== 'BAD_SCHEDULE') throw error;
      learning.goOn(states);
      // Joint states may have gone beyond a bound.
      if (!states.limits().some(({ isOfLoop }) => isOfLoop)) throw error;
      return replayOnce(new LocalStates(withoutBounds(program)), model, checked, races);
    }
  }, program);
}

/** Number of executions after which exploration reveals hardly anything new. */
const ENOUGH_EXECUTIONS = 1000;

/**
 * Explores the program to learn about it. The schedule was made after many executions, with knowledge of, for example,
 * which memory is shared; that determines what is an operation. A check of several models learns from all of them.
 */
class Learning {
  private readonly searches: readonly { readonly model: ModelName; readonly races?: boolean }[];
  private next = 0;

  constructor(model: ModelName, races: boolean) {
    const own = explorable(model);
    const others = models().filter((each) => hasPreservedOrder(each) && each.name !== own);
    this.searches = [{ model: own, races }, ...others.map(({ name }) => ({ model: name }))];
  }

  /**
   * Explores each model. If the program has more to learn, this ends with `RestartSearch`, and another attempt is
   * worthwhile. It begins with the model that has taught something last.
   */
  goOn(states: LocalStates): void {
    if (states.program.knowledge === undefined) return;
    for (let done = 0; done < this.searches.length; done++) {
      exploreGraphs(states, { ...this.searches[this.next]!, budget: ENOUGH_EXECUTIONS });
      this.next = (this.next + 1) % this.searches.length;
    }
  }
}

/** Returns the model itself or, if graphs do not support it, the weakest included model that they support. */
function explorable(name: ModelName): ModelName {
  const model = modelNamed(name);
  if (hasPreservedOrder(model)) return name;
  return model.includes.findLast((each) => hasPreservedOrder(modelNamed(each))) ?? REFERENCE_MODEL;
}

function replayOnce(states: LocalStates, model: ModelName, checked: CheckedSchedule, races: boolean): Replayed {
  const { schedule } = checked;
  tellChecked(states, model, checked); // throws if the execution differs
  const machine = new Machine(states, model, new Recorder());
  replay(machine, schedule);
  const trace = traceOf(states, machine.recorder!);
  const isSequential = isSequentiallyConsistent(trace);
  const ofRaces = modelOfRaces(model);
  const areDefined = ofRaces === model ? ofRaces !== REFERENCE_MODEL || races : races && isSequential;
  const found = areDefined ? dataRaces(trace, ofRaces) : [];
  const [race] = isSequential && found.length > 0 ? racesOf(trace) : [];
  const shown = { race: race?.events, judge: requireAllowed };
  const counterexample = buildCounterexample(states, model, schedule, shown);
  const before = ({ message }: Failure): number => failuresBefore(counterexample.story, message);
  const failures = failuresOfReplay(machine).toSorted((a, b) => before(a) - before(b));
  const explained = failures[0] === undefined ? counterexample : withWhy(counterexample, failures[0]);
  return { counterexample: explained, failures: [...failures, ...found], unfinished: unfinishedThreads(machine) };
}

function dataRaces(trace: Trace, model: ModelName): Failure[] {
  const races = new DataRaces(trace.states, model);
  races.collect({ deadlocked: false, sequential: model === REFERENCE_MODEL, trace: () => trace });
  return races.save().map(([, { failure }]) => failure);
}
