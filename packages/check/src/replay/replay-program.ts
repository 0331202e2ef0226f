import type { CheckedSchedule, Failure, ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  REFERENCE_MODEL,
  Recorder,
  beginningAgain,
  hasKeptOrder,
  isFencepostError,
  modelNamed,
  parseChecked,
  replay,
  requireProgram,
  traceOf,
} from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import type { Counterexample } from '@fencepost/report';
import { failuresBefore } from '@fencepost/report';
import { tellChecked } from '../explain/checked-schedule.js';
import { tellCounterexample } from '../explain/tell-counterexample.js';
import { DataRaces } from '../search/data-races.js';
import { failuresOfReplay, unfinishedThreads } from '../explain/failures-of-replay.js';

/** How an execution is replayed. */
export interface ReplayOptions {
  /** Tell the data races of the execution, too. */
  readonly races?: boolean;
}

/** An execution that was run again. */
export interface Replayed {
  readonly counterexample: Counterexample;
  readonly failures: readonly Failure[];
  /** Threads that could go on where the schedule ends. */
  readonly unfinished: readonly string[];
}

/** Runs a program as the text of a schedule says. A schedule that is not one of the program is an error. */
export function replayProgram(
  program: Program,
  model: ModelName,
  text: string,
  { races = false }: ReplayOptions = {},
): Replayed {
  requireProgram(program);
  const checked = parseChecked(text);
  return beginningAgain(() => {
    const states = new LocalStates(program);
    try {
      return replayOnce(states, model, checked, races);
    } catch (error) {
      if (isFencepostError(error) && error.code === 'BAD_SCHEDULE') learn(states, model);
      throw error;
    }
  }, program);
}

/** Executions after which there is hardly anything new to be learned. */
const ENOUGH_EXECUTIONS = 1000;

/**
 * Whoever made the schedule had seen many executions, and knew, say, which memory is shared: what is an operation hangs
 * on that. If the program has more to learn, exploring it ends with `Rediscover`, and then it is worth another attempt.
 */
function learn(states: LocalStates, model: ModelName): void {
  if (states.program.knowledge === undefined) return;
  exploreGraphs(states, { model: explorable(model), budget: ENOUGH_EXECUTIONS });
}

/** The model itself or, if graphs do not know it, the weakest that it includes and that they know. */
function explorable(name: ModelName): ModelName {
  const model = modelNamed(name);
  if (hasKeptOrder(model)) return name;
  return model.includes.findLast((each) => hasKeptOrder(modelNamed(each))) ?? REFERENCE_MODEL;
}

function replayOnce(states: LocalStates, model: ModelName, checked: CheckedSchedule, races: boolean): Replayed {
  const { schedule } = checked;
  tellChecked(states, model, checked); // says so if it is another execution
  const machine = new Machine(states, model, new Recorder());
  replay(machine, schedule);
  const counterexample = tellCounterexample(states, model, schedule);
  const isSequential = counterexample.cycle.length === 0;
  const before = ({ message }: Failure): number => failuresBefore(counterexample.story, message);
  const failures = failuresOfReplay(machine).toSorted((a, b) => before(a) - before(b));
  // The words of C11 are for executions that are SC (explore: races.ts).
  const found = races && isSequential ? dataRaces(machine) : [];
  return { counterexample, failures: [...failures, ...found], unfinished: unfinishedThreads(machine) };
}

function dataRaces({ states, recorder }: Machine): Failure[] {
  const trace = traceOf(states, recorder!);
  const races = new DataRaces(states);
  races.collect({ deadlocked: false, sequential: true, trace: () => trace });
  return races.save().map(([, { failure }]) => failure);
}
