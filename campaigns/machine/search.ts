import type { Program } from '../program/ast.js';
import type { Event } from './event.js';
import { Machine } from './machine.js';
import type { State } from './state.js';
import { keyOf } from './state.js';
import type { Model } from './threads.js';

/** Information stored with a state: the part of the past that the search needs. */
export interface Past<P> {
  readonly key: string;
  after(thread: number, event: Event): P;
}

/** The program has too many states to explore. */
export class TooManyStates extends Error {}

/** Visits each pair of a state and a past once. */
export function search<P extends Past<P>>(
  program: Program,
  model: Model,
  initial: P,
  most: number,
  onEnd: (past: P) => void,
): void {
  const machine = new Machine(program, model);
  const seen = new Set<string>();
  const left: { readonly state: State; readonly past: P }[] = [];
  const visit = (state: State, past: P): void => {
    const key = `${keyOf(state)}#${past.key}`;
    if (seen.has(key)) return;
    if (seen.size >= most) throw new TooManyStates();
    seen.add(key);
    left.push({ state, past });
  };
  const ignore = (): void => undefined;
  visit(machine.initial(), initial);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { state, past } = next;
    let steps = 0;
    machine.steps(state, {
      to: (to, thread, event) => {
        steps++;
        visit(to, past.after(thread, event));
      },
      fails: ignore,
      exits: ignore,
      cut: ignore,
    });
    if (steps === 0) onEnd(past);
  }
}
