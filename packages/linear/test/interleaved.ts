import type { Program } from '@fencepost/core';
import { FENCE, LocalStates, Machine, REFERENCE_MODEL } from '@fencepost/core';

/** A call of an execution: when it began and ended, what it was, and what it returned. */
interface Interval {
  readonly thread: number;
  readonly letter: string;
  readonly result: string;
  readonly begins: number;
  readonly ends: number;
}

/**
 * Is every interleaving of the program's steps linearizable? Each is run, its calls are intervals of the clock, and all
 * permutations of them are tried. `sequential`: what calls return one after the other.
 */
export function isAlwaysLinearizable(program: Program, sequential: (letters: readonly string[]) => string): boolean {
  const states = new LocalStates(program);
  const letters = program.name.replace(/^.*?: /, '').split(' | ').map((calls) => (calls === '-' ? [] : calls.split('; '))); // prettier-ignore
  const visit = (machine: Machine, steps: readonly (readonly [thread: number, call: number])[]): boolean => {
    let isOver = true;
    for (let t = 0; t < machine.threads; t++) {
      if (!machine.canRun(t)) continue;
      isOver = false;
      const next = new Machine(states, REFERENCE_MODEL);
      next.copyFrom(machine);
      const state = machine.local[t]!;
      const call = states.kind[state] === FENCE ? -1 : states.call[state]! - 1;
      next.run(t);
      if (!visit(next, [...steps, [t, call]])) return false;
    }
    return !isOver || isLinearizable(intervalsOf(machine, steps), sequential);
  };
  const intervalsOf = (machine: Machine, steps: readonly (readonly [number, number])[]): Interval[] => {
    return program.calls!.threads.flatMap((calls, thread) => {
      const results = (states.outcome(machine.local[thread]!) ?? []) as readonly string[];
      let after = -1;
      return calls.map((call, i): Interval => {
        const times = [...steps.keys()].filter((at) => steps[at]![1] === call);
        // Without steps, it may be anywhere after the one before it: right there is worst for those that begin later.
        const begins = times[0] ?? after + 0.1;
        const ends = times.at(-1) ?? after + 0.2;
        after = ends;
        return { thread, letter: letters[thread]![i]!, result: results[i]!, begins, ends };
      });
    });
  };
  return visit(new Machine(states, REFERENCE_MODEL), []);
}

function isLinearizable(calls: readonly Interval[], sequential: (letters: readonly string[]) => string): boolean {
  const extend = (order: readonly Interval[]): boolean => {
    if (order.length === calls.length) return true;
    return calls.some((call, i) => {
      if (order.includes(call)) return false;
      const mustWait = calls.some(
        (other, j) =>
          !order.includes(other) &&
          other !== call &&
          (other.ends < call.begins || (other.thread === call.thread && j < i)),
      );
      if (mustWait) return false;
      const next = [...order, call];
      return sequential(next.map(({ letter }) => letter)) === call.result && extend(next);
    });
  };
  return extend([]);
}
