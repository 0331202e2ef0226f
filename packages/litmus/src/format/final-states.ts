import type { FinalView } from '@fencepost/core';
import { evaluate } from './condition.js';
import type { Observable } from './observables.js';
import { formatObservable } from './observables.js';
import type { TestFacts } from './test.js';

/** A final state, and the number of executions that end in it. */
export interface CountedFinal {
  readonly view: FinalView;
  readonly executions: number;
}

/** herd7's word for how often the proposition holds. */
export type ObservationWord = 'Never' | 'Sometimes' | 'Always';

/** Results of the executions of a test for its condition. */
export interface Observation {
  readonly word: ObservationWord;
  /** Number of executions that satisfy the proposition, regardless of the quantifier. */
  readonly witnesses: number;
  readonly executions: number;
  /** Whether the condition holds, with its quantifier. */
  readonly holds: boolean;
  /** The distinct final states of what the test observes, as herd7 prints them: `0:rax=0; [x]=1;`. */
  readonly states: readonly string[];
}

/** Evaluates the condition of a test in the final states of its executions. */
export function observe(test: TestFacts, finals: Iterable<CountedFinal>): Observation {
  const states = new Set<string>();
  let witnesses = 0;
  let executions = 0;
  for (const { view, executions: count } of finals) {
    const valueOf = (item: Observable): number => read(item, view);
    states.add(formatState(test, valueOf));
    executions += count;
    if (evaluate(test.proposition, valueOf)) witnesses += count;
  }
  return observationOf(test, witnesses, executions, [...states].sort());
}

/** Evaluates the condition from these counts. */
export function observationOf(
  test: TestFacts,
  witnesses: number,
  executions: number,
  states: readonly string[],
): Observation {
  const word = witnesses === 0 ? 'Never' : witnesses === executions ? 'Always' : 'Sometimes';
  return { word, witnesses, executions, holds: holds(test, witnesses, executions), states };
}

function holds({ quantifier }: TestFacts, witnesses: number, executions: number): boolean {
  switch (quantifier) {
    case 'exists':
      return witnesses > 0;
    case '~exists':
      return witnesses === 0;
    case 'forall':
      return witnesses === executions;
  }
}

function read(item: Observable, view: FinalView): number {
  if (item.kind === 'variable') return view.read(item.address);
  // Threads made by `litmusProgram` return their registers.
  const registers = view.outcome(item.thread) as readonly number[];
  return registers[item.register.index] ?? 0;
}

/** Returns a final state as herd7 prints it. */
export function formatState(test: TestFacts, valueOf: (item: Observable) => number): string {
  return test.observed.map((item) => `${formatObservable(item)}=${formatValue(test, valueOf(item))};`).join(' ');
}

function formatValue(test: TestFacts, value: number): string {
  const variable = test.usesAddresses ? test.variables.find(({ address }) => address === value) : undefined;
  return variable?.name ?? String(value);
}
