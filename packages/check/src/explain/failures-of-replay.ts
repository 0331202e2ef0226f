import type { Failure, Machine } from '@fencepost/core';
import { FinishedMachine, endingOf, failedThreads, failuresOfRun } from '@fencepost/explore';

/** Returns the threads that could continue where a schedule ends. */
export function unfinishedThreads(machine: Machine): string[] {
  return machine.states.threads.names.filter((_, t) => canContinue(machine, t));
}

function canContinue(machine: Machine, t: number): boolean {
  if ((machine.local[t] ?? 0) === 0) return false;
  return machine.memory.pending(t) > 0 || machine.canContinue(t);
}

/**
 * Returns the failures of an execution replayed on a machine: threads that failed, regardless of the states of other
 * threads.
 */
export function failuresOfReplay(machine: Machine): readonly Failure[] {
  const { states, local } = machine;
  const failed = failedThreads(states, local);
  if (failed.length > 0 || unfinishedThreads(machine).length > 0) return failed;
  const run = new FinishedMachine(machine);
  return failuresOfRun(states, run, endingOf(states, run));
}
