import type { Failure, FinalView, InstructionProgram, ModelName, Program, Schedule } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  Recorder,
  assert,
  fromInstructions,
  isSequentiallyConsistent,
  parseSchedule,
  printSchedule,
  replay,
  traceOf,
} from '@fencepost/core';
import type { ActiveOptions } from '../src/index.js';
import { FinishedMachine, endingOf, exploreAll, failuresOf } from '../src/index.js';

/** The models that programs are tested under. */
export const MODELS: readonly ActiveOptions['model'][] = ['tso', 'pso', 'pslo'];

/** The execution of a witness, on a machine of its own. */
export function replayed(states: LocalStates, model: ModelName, schedule: Schedule) {
  const machine = new Machine(states, model, new Recorder());
  replay(machine, parseSchedule(printSchedule(schedule)));
  const trace = traceOf(states, machine.recorder!);
  const sequential = isSequentiallyConsistent(trace);
  const failures = (): readonly Failure[] =>
    failuresOf({
      deadlocked: machine.isDeadlocked() && endingOf(states, new FinishedMachine(machine)).deadlocked,
      sequential,
      trace: () => trace,
    });
  return { trace, sequential, failures };
}

/** What all threads read, and a number that depends on it. */
function outcomeOf(final: FinalView): { readonly text: string; readonly sum: number } {
  let sum = 0;
  for (const [handle, results] of final.results()) results.forEach((r, i) => (sum += r * (handle + 3 * i + 1)));
  return { text: JSON.stringify([...final.results()].sort()), sum };
}

/** A random program with a check: it fails with what SC does not have, and with some of what it has. */
export function checked(source: InstructionProgram, modulus: number): Program {
  const plain = fromInstructions(source);
  const sequential = new Set<string>();
  exploreAll(new LocalStates({ ...plain, after: (final) => sequential.add(outcomeOf(final).text) }), { model: 'sc' });
  return {
    ...plain,
    after: (final) => {
      const { text, sum } = outcomeOf(final);
      assert(sequential.has(text) && sum % modulus !== 1, text);
    },
  };
}
