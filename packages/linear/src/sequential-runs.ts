import type { Specification } from './history.js';
import { ANYTHING, REFUSED, WAITS } from './history.js';

/** What a call does after a sequence of others, in one thread. */
export interface Step {
  /** What it returned, by number (see `History`); `WAITS`: it waits. */
  readonly result: number;
  /** What tells this state from others. Without it, it is the sequence of calls. */
  readonly content?: string;
}

/**
 * A data structure, run by one thread, as its own specification (Burckhardt et al., Line-Up, PLDI 2010): what a call
 * returns after others is found out by running them, once. A state is a sequence of calls, or a content that sequences share.
 */
export class SequentialRuns implements Specification {
  /** The calls that lead to each state. */
  private readonly paths: (readonly number[])[] = [[]];
  /** By state and call: the next state, and what was returned. */
  private readonly next: (Int32Array | undefined)[] = [];
  private readonly results: (Int32Array | undefined)[] = [];
  private readonly known = new Map<string, number>();
  private readonly run: (calls: readonly number[]) => Step;
  private readonly calls: number;

  /** `run` makes these calls (numbers below `calls`) one after the other, and tells about the last: the others return. */
  constructor(calls: number, run: (calls: readonly number[]) => Step) {
    this.calls = calls;
    this.run = run;
  }

  after(state: number, call: number, result: number): number {
    const next = this.next[state]?.[call] ?? -1;
    if (next < 0) {
      this.discover(state, call);
      return this.after(state, call, result);
    }
    if (next === 0) return REFUSED;
    return result === ANYTHING || this.results[state]![call] === result ? next : REFUSED;
  }

  /** What the call returns in the state; `WAITS` if it waits. */
  resultOf(state: number, call: number): number {
    this.after(state, call, ANYTHING);
    return this.results[state]![call]!;
  }

  private discover(state: number, call: number): void {
    const path = [...this.paths[state]!, call];
    const { result, content } = this.run(path);
    this.next[state] ??= new Int32Array(this.calls).fill(-1);
    this.results[state] ??= new Int32Array(this.calls).fill(WAITS);
    this.results[state][call] = result;
    // No call leads to state 0: 0 stands for one that waits.
    this.next[state][call] = result === WAITS ? 0 : this.stateFor(path, content);
  }

  private stateFor(path: readonly number[], content: string | undefined): number {
    const known = content === undefined ? undefined : this.known.get(content);
    if (known !== undefined) return known;
    const state = this.paths.push(path) - 1;
    if (content !== undefined) this.known.set(content, state);
    return state;
  }
}
