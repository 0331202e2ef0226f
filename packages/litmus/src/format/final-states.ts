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

/** A final state of what the test observes, and the executions that end in it. */
export interface Outcome {
  /** As herd7 prints it: `0:rax=0; [x]=1;`. */
  readonly state: string;
  readonly executions: number;
  /** Whether it satisfies the proposition. */
  readonly satisfies: boolean;
}

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
  /** The same, with their numbers of executions. */
  readonly outcomes: readonly Outcome[];
}

/** Evaluates the condition of a test in the final states of its executions. */
export function observe(test: TestFacts, finals: Iterable<CountedFinal>): Observation {
  const outcomes = new Outcomes(test);
  for (const { view, executions } of finals) outcomes.add((item) => read(item, view), executions);
  return observationOf(test, outcomes.sorted());
}

/** Collects the final states of a test. */
export class Outcomes {
  private readonly test: TestFacts;
  private readonly byState = new Map<string, { state: string; executions: number; satisfies: boolean }>();

  constructor(test: TestFacts) {
    this.test = test;
  }

  add(valueOf: (item: Observable) => number, executions: number): void {
    const { test } = this;
    this.addState(formatState(test, valueOf), executions, () => evaluate(test.proposition, valueOf));
  }

  /** Adds executions that end in a state. The proposition mentions nothing but what the state shows. */
  addState(state: string, executions: number, satisfies: () => boolean): void {
    const known = this.byState.get(state);
    if (known !== undefined) known.executions += executions;
    else this.byState.set(state, { state, executions, satisfies: satisfies() });
  }

  sorted(): Outcome[] {
    return [...this.byState.values()].sort((a, b) => (a.state < b.state ? -1 : 1));
  }
}

/** Evaluates the condition from the outcomes of all executions. */
export function observationOf(test: TestFacts, outcomes: readonly Outcome[]): Observation {
  const sum = (counted: readonly Outcome[]): number => counted.reduce((total, each) => total + each.executions, 0);
  const executions = sum(outcomes);
  const witnesses = sum(outcomes.filter(({ satisfies }) => satisfies));
  const word = witnesses === 0 ? 'Never' : witnesses === executions ? 'Always' : 'Sometimes';
  const states = outcomes.map(({ state }) => state);
  return { word, witnesses, executions, holds: holds(test, witnesses, executions), states, outcomes };
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
function formatState(test: TestFacts, valueOf: (item: Observable) => number): string {
  return test.observed.map((item) => `${formatObservable(item)}=${formatValue(test, valueOf(item))};`).join(' ');
}

function formatValue(test: TestFacts, value: number): string {
  const variable = test.usesAddresses ? test.variables.find(({ address }) => address === value) : undefined;
  return variable?.name ?? String(value);
}
