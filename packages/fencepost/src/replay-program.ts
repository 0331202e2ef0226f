import type { CheckedSchedule, Failure, ModelName, Program } from '@fencepost/core';
import {
  FAIL,
  LocalStates,
  Machine,
  Recorder,
  beginningAgain,
  isFencepostError,
  parseChecked,
  replay,
  traceOf,
} from '@fencepost/core';
import { exploreGraphs, failuresOf, needsNoWaking, provesNothing } from '@fencepost/explore';
import type { Counterexample } from '@fencepost/report';
import { tellChecked, tellCounterexample } from '@fencepost/report';
import { DataRaces } from './data-races.js';

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
  const checked = parseChecked(text);
  return beginningAgain(() => {
    const states = new LocalStates(program);
    try {
      return replayOnce(states, model, checked, races);
    } catch (error) {
      if (isFencepostError(error) && error.code === 'BAD_SCHEDULE') learn(states, model);
      throw error;
    }
  });
}

/** Executions after which there is hardly anything new to be learned. */
const ENOUGH_EXECUTIONS = 1000;

/**
 * Whoever made the schedule had seen many executions, and knew, say, which memory is shared: what is an operation hangs
 * on that. If the program has more to learn, exploring it ends with `Rediscover`, and then it is worth another attempt.
 */
function learn(states: LocalStates, model: ModelName): void {
  if (states.program.knowledge === undefined) return;
  exploreGraphs(states, { model: model === 'pslo' ? 'pso' : model, budget: ENOUGH_EXECUTIONS });
}

function replayOnce(states: LocalStates, model: ModelName, checked: CheckedSchedule, races: boolean): Replayed {
  const { schedule } = checked;
  tellChecked(states, model, checked); // says so if it is another execution
  const machine = new Machine(states, model, new Recorder());
  replay(machine, schedule);
  const counterexample = tellCounterexample(states, model, schedule);
  const unfinished = states.threads.names.filter((_, t) => canGoOn(machine, t));
  const failures = unfinished.length > 0 ? threadFailures(machine) : finalFailures(machine, counterexample);
  // The words of C11 are for executions that are SC (explore: races.ts).
  const found = races && counterexample.cycle.length === 0 ? dataRaces(machine) : [];
  return { counterexample, failures: [...failures, ...found], unfinished };
}

function canGoOn(machine: Machine, t: number): boolean {
  if ((machine.local[t] ?? 0) === 0) return false;
  if (machine.memory.pending(t) > 0) return true;
  return Array.from({ length: machine.choices(t) }, (_, choice) => machine.canRun(t, choice)).includes(true);
}

function threadFailures({ states, local }: Machine): Failure[] {
  return [...local].filter((state) => states.kind[state] === FAIL).map((state) => states.failure(state));
}

/** What is wrong with an execution in which nobody can go on. */
function finalFailures(machine: Machine, { cycle }: Counterexample): readonly Failure[] {
  const { states, local } = machine;
  const failed = threadFailures(machine);
  const isCutOff = local.some((state, t) =>
    provesNothing(states, state, (back, location) => machine.readNewest(t, back, location)),
  );
  if (failed.length > 0 || isCutOff) return failed;
  const trace = traceOf(states, machine.recorder!);
  const deadlocked = machine.isDeadlocked() && !needsNoWaking(states, local);
  return failuresOf({ deadlocked, sequential: cycle.length === 0, trace: () => trace });
}

function dataRaces({ states, recorder }: Machine): Failure[] {
  const trace = traceOf(states, recorder!);
  const races = new DataRaces(states);
  races.collect({ deadlocked: false, sequential: true, trace: () => trace });
  return races.save().map(([, { failure }]) => failure);
}
