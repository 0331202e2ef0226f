import type { Specification } from './history.js';
import { ANYTHING, REFUSED, WAITS } from './history.js';

/** The effect of a call after a sequence of others, in one thread. */
export interface Step {
  /** The result, by number (see `History`); `WAITS` if it waits. */
  readonly result: number;
  /** Other results that the same calls may have, if the structure is not deterministic. If it may wait, `result` says so. */
  readonly others?: readonly number[];
  /** Identifies the state. If omitted, the sequence of calls does. */
  readonly content?: string;
}

/**
 * A data structure, run by one thread, as its own specification (Burckhardt et al., Line-Up, PLDI 2010). The result of
 * a call after others is determined by running them, once. A state is a sequence of calls, or a content that sequences
 * share.
 */
export class SequentialRuns implements Specification {
  /** The calls that lead to each state, and their results. */
  private readonly paths: (readonly number[])[] = [[]];
  private readonly given: (readonly number[])[] = [[]];
  /** By state and call: the next state, and the result. */
  private readonly next: (Int32Array | undefined)[] = [];
  private readonly results: (Int32Array | undefined)[] = [];
  /** The next states for other results, by state and call. */
  private readonly others = new Map<number, ReadonlyMap<number, number>>();
  private readonly known = new Map<string, number>();
  private readonly run: (calls: readonly number[], results: readonly number[]) => Step;
  private readonly calls: number;

  /**
   * `run` makes these calls (numbers below `calls`) one after the other, and returns the effect of the last. The others
   * return `results`.
   */
  constructor(calls: number, run: (calls: readonly number[], results: readonly number[]) => Step) {
    this.calls = calls;
    this.run = run;
  }

  after(state: number, call: number, result: number): number {
    const next = this.next[state]?.[call] ?? -1;
    if (next < 0) {
      this.discover(state, call);
      return this.after(state, call, result);
    }
    if (next > 0 && (result === ANYTHING || this.results[state]![call] === result)) return next;
    return this.others.get(state * this.calls + call)?.get(result) ?? REFUSED;
  }

  /** Returns the result of the call in the state; `WAITS` if it waits. */
  resultOf(state: number, call: number): number {
    this.after(state, call, ANYTHING);
    return this.results[state]![call]!;
  }

  private discover(state: number, call: number): void {
    const path = [...this.paths[state]!, call];
    const given = this.given[state]!;
    const { result, content, others = [] } = this.run(path, given);
    this.next[state] ??= new Int32Array(this.calls).fill(-1);
    this.results[state] ??= new Int32Array(this.calls).fill(WAITS);
    this.results[state][call] = result;
    // No call leads to state 0, so 0 stands for a call that waits.
    this.next[state][call] = result === WAITS ? 0 : this.stateFor(path, [...given, result], content);
    if (others.length === 0) return;
    const states = others.map((other) => [other, this.stateFor(path, [...given, other], undefined)] as const);
    this.others.set(state * this.calls + call, new Map(states));
  }

  private stateFor(path: readonly number[], given: readonly number[], content: string | undefined): number {
    const known = content === undefined ? undefined : this.known.get(content);
    if (known !== undefined) return known;
    const state = this.paths.push(path) - 1;
    this.given.push(given);
    if (content !== undefined) this.known.set(content, state);
    return state;
  }
}
