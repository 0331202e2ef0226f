import type { Program } from '@fencepost/core';
import { CUT, DONE, FAIL, FencepostError, LocalStates, Machine, REFERENCE_MODEL, withRestarts } from '@fencepost/core';

/** How a program with one thread ends: with an outcome, with a failure, or by waiting forever. */
export type EndAlone =
  | { readonly kind: 'ended'; readonly outcome: unknown }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'waits' };

/** Returns the contents of memory after a program with one thread, by address. */
export function contentAfter(program: Program): Program['initialValue'] {
  const states = new LocalStates(program);
  const machine = new Machine(states, REFERENCE_MODEL);
  while (machine.canRun(0)) machine.run(0);
  return (address, size) => {
    const location = states.locations.find(address);
    const value = location === undefined ? undefined : machine.memory.m[location];
    return value ?? program.initialValue(address, size);
  };
}

/**
 * Runs a program that has one thread, or one that starts another when it ends. `thread` returns the thread to report
 * on.
 */
export function runAlone(program: Program, thread: () => number = () => 0): EndAlone {
  return withRestarts(() => {
    const states = new LocalStates(program);
    const machine = new Machine(states, REFERENCE_MODEL);
    for (let t = 0; t < states.threads.count; t++) while (machine.canRun(t)) machine.run(t);
    const last = machine.local[thread()]!;
    if (states.kind[last] === DONE) return { kind: 'ended', outcome: states.outcome(last) };
    if (states.kind[last] === FAIL) return { kind: 'failed', message: states.failure(last).message };
    if (states.kind[last] === CUT) throw cutOff(program);
    return { kind: 'waits' };
  }, program);
}

/** Returns the error for calls that were cut off. Their results are unknown, and must not be guessed. */
function cutOff({ name, limits }: Program): FencepostError {
  const [limit] = limits?.() ?? [];
  const where = limit === undefined ? '' : `: ${limit.what} has more than ${limit.bound}`;
  return new FencepostError('TOO_LARGE', `calls of ${name}, made by one thread, were cut off${where}`, {
    hint: limit?.advice ?? 'give a model that computes their results',
  });
}
