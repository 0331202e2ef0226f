import type { Failure, Machine } from '@fencepost/core';
import { FAIL, traceOf } from '@fencepost/core';
import { failuresOf, needsNoWaking, provesNothing } from '@fencepost/explore';

/** Threads that could go on where a schedule ends. */
export function unfinishedThreads(machine: Machine): string[] {
  return machine.states.threads.names.filter((_, t) => canGoOn(machine, t));
}

function canGoOn(machine: Machine, t: number): boolean {
  if ((machine.local[t] ?? 0) === 0) return false;
  if (machine.memory.pending(t) > 0) return true;
  return Array.from({ length: machine.choices(t) }, (_, choice) => machine.canRun(t, choice)).includes(true);
}

/** What is wrong with an execution that was replayed on a machine with a recorder. */
export function failuresOfReplay(machine: Machine, isSequential: boolean): readonly Failure[] {
  const { states, local } = machine;
  const failed = [...local].filter((state) => states.kind[state] === FAIL).map((state) => states.failure(state));
  if (failed.length > 0 || unfinishedThreads(machine).length > 0 || isCutOff(machine)) return failed;
  const trace = traceOf(states, machine.recorder!);
  const deadlocked = machine.isDeadlocked() && !needsNoWaking(states, local);
  return failuresOf({ deadlocked, sequential: isSequential, trace: () => trace });
}

function isCutOff(machine: Machine): boolean {
  const { states, local } = machine;
  return local.some((state) => provesNothing(states, state, (location) => machine.memory.m[location]!));
}
