/** The original function: front ends replace `JSON.stringify` while a thread runs. */
const { stringify } = JSON;

/**
 * Interns structured states of synchronisation objects, because states are words for the memory models. States are
 * numbered in order of discovery; 0 is the initial state. The numbers are meaningless in another process.
 */
export class InternedStates<T> {
  private readonly states: T[];
  private readonly numbers = new Map<string, number>();

  /** States are compared by their JSON text, so their keys must be in the order of `initial` (copy and change). */
  constructor(initial: T) {
    this.states = [initial];
    this.numbers.set(stringify(initial), 0);
  }

  /** Returns the number of a state, assigned when it first occurs. */
  encode(state: T): number {
    const text = stringify(state);
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.states.push(state) - 1;
    this.numbers.set(text, number);
    return number;
  }

  /** Returns the state with this number. */
  decode(word: number): T {
    const state = this.states[word];
    if (state === undefined) throw new Error(`a synchronisation object is in the unknown state ${word}`);
    return state;
  }

  /**
   * Converts a step on states to a step on words. `key` must identify the step, and its thread if that matters; see
   * `Transition`.
   */
  step(key: string, apply: (state: T) => T, ready?: (state: T) => boolean, learned?: (state: T) => T): WordStep {
    return {
      key,
      numbersStates: true,
      apply: (old) => this.encode(apply(this.decode(old))),
      ...(ready && { ready: (old: number) => ready(this.decode(old)) }),
      ...(learned && { learned: (old: number) => this.encode(learned(this.decode(old))) }),
    };
  }
}

/** A step on words: a `Transition` without its name for the user. */
export interface WordStep {
  readonly key: string;
  readonly numbersStates: true;
  readonly apply: (old: number) => number;
  readonly ready?: (old: number) => boolean;
  readonly learned?: (old: number) => number;
}
