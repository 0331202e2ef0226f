import type { Program } from '../program/ast.js';
import { bottomComponents } from './components.js';
import { Machine } from './machine.js';
import type { State } from './state.js';
import { TooManyStates } from './search.js';
import { keyOf } from './state.js';
import type { Model, Outcome } from './threads.js';

/** The possible results of a program. */
export interface Answer {
  /** Possible first failures: `A3` for the assertion with that number, `invalid access`. */
  readonly failures: ReadonlySet<string>;
  /** Whether it can reach a state from which it never ends, and memory no longer changes. */
  readonly deadlock: boolean;
  /** The same, but memory changes forever. */
  readonly livelock: boolean;
  readonly outcomes: ReadonlySet<Outcome>;
  /** Whether the program can end while threads are still running. */
  readonly endsEarly: boolean;
  /** Whether an assumption ends some execution. */
  readonly cut: boolean;
  readonly states: number;
}

/** Explores all interleavings. Throws `TooManyStates` or `EndlessComputation` if this takes too long. */
export function answer(program: Program, model: Model, most: number): Answer {
  const machine = new Machine(program, model);
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const successors: number[][] = [];
  /** States that are final, or have a step that ends the program. */
  const ends = new Set<number>();
  const failures = new Set<string>();
  const outcomes = new Set<Outcome>();
  let [cut, endsEarly] = [false, false];

  const numberOf = (state: State): number => {
    const key = keyOf(state);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (states.length >= most) throw new TooManyStates();
    numbers.set(key, states.length);
    return states.push(state) - 1;
  };

  numberOf(machine.initial());
  for (let n = 0; n < states.length; n++) {
    const next: number[] = [];
    successors.push(next);
    if (machine.isDone(states[n]!)) {
      if (machine.failsAtEnd(states[n]!)) failures.add('A99');
      else outcomes.add(machine.outcome(states[n]!));
      ends.add(n);
    }
    machine.steps(states[n]!, {
      to: (state) => next.push(numberOf(state)),
      fails: (message) => {
        failures.add(message);
        ends.add(n);
      },
      exits: (outcome) => {
        outcomes.add(outcome);
        endsEarly = true;
        ends.add(n);
      },
      cut: () => {
        cut = true;
        ends.add(n);
      },
    });
  }

  let [deadlock, livelock] = [false, false];
  for (const component of bottomComponents(successors)) {
    if (component.some((n) => ends.has(n))) continue;
    const memories = new Set(component.map((n) => states[n]!.memory.join()));
    if (memories.size === 1) deadlock = true;
    else livelock = true;
  }
  return { failures, deadlock, livelock, outcomes, endsEarly, cut, states: states.length };
}
