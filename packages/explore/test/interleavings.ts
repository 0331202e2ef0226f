import type { InstructionProgram } from '@fencepost/core';
import { LocalStates, Machine, Recorder, fromInstructions } from '@fencepost/core';
import type { Observer } from '../src/index.js';

/** One step of an SC execution, as an observer is told of it. */
export interface ScStep {
  readonly thread: number;
  readonly state: number;
  readonly writes: boolean;
}

export interface Interleaving {
  readonly steps: readonly ScStep[];
  /** Threads that wait for a value at the end. */
  readonly waiting: readonly { readonly thread: number; readonly state: number }[];
  readonly key: string;
}

/** Every interleaving under SC, plainly; undefined if there are more than `most`. */
export function interleavings(states: LocalStates, most: number): readonly Interleaving[] | undefined {
  const found: Interleaving[] = [];
  const visit = (machine: Machine, steps: readonly ScStep[]): void => {
    if (found.length > most) return;
    let ended = true;
    for (let t = 0; t < machine.threads; t++) {
      if (machine.local[t] === 0 || !machine.canRun(t)) continue;
      ended = false;
      const next = new Machine(states, 'sc', new Recorder());
      next.copyFrom(machine);
      const [state, position] = [machine.local[t]!, machine.position[t]!];
      next.run(t);
      visit(next, [...steps, { thread: t, state, writes: next.recorder!.wrote[t]![position]! }]);
    }
    if (ended) found.push({ steps, waiting: waitingForValues(machine), key: machine.recorder!.key() });
  };
  visit(new Machine(states, 'sc', new Recorder()), []);
  return found.length > most ? undefined : found;
}

function waitingForValues(machine: Machine): Interleaving['waiting'] {
  const { states } = machine;
  return Array.from(machine.local, (state, thread) => ({ thread, state })).filter(
    ({ state }) => state !== 0 && !states.isTerminal(state) && states.location[state]! >= 0,
  );
}

/** Shows an interleaving to an observer, calling `before` ahead of each step, and takes it all back. */
export function show(interleaving: Interleaving, observer: Observer, before: (step: ScStep) => void): void {
  for (const step of interleaving.steps) {
    observer.step(step.thread, step.state, step.writes);
    before(step);
  }
  for (const { thread, state } of interleaving.waiting) observer.waits(thread, state);
  for (let i = 0; i < interleaving.steps.length; i++) observer.undo();
}

export function statesOf(source: InstructionProgram): LocalStates {
  return new LocalStates(fromInstructions(source));
}
