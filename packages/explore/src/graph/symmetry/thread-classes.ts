import type { LocalStates, Symmetry } from '@fencepost/core';
import { IntegerPairs, JOIN, isChildOf, isFencepostError, parentOf } from '@fencepost/core';
import { isOfMutex, sameOperation } from '../state/same-operation.js';

/** Threads that are alike, and their first states, in the same order. */
export interface Group {
  readonly threads: readonly number[];
  readonly roots: readonly number[];
}

/**
 * Proves that threads are alike by comparing what they do. Whenever one of them gets a result, the others are given the
 * same result and must do the same. The omitted executions have no other results: any result that a thread gets there,
 * another thread of its group gets in the execution explored instead.
 */
export class ThreadClasses {
  private readonly states: LocalStates;
  private readonly symmetry: Symmetry;
  /** By state: the states of all threads of the group after the same results. */
  private readonly copies = new Map<number, readonly number[]>();
  /** Pairs of state and result for which the proof is done. */
  private proved = new IntegerPairs();
  /** By state: the threads joined from this state on, before any other operation. */
  private readonly joined = new Map<number, ReadonlySet<number>>();

  constructor(states: LocalStates, symmetry: Symmetry) {
    this.states = states;
    this.symmetry = symmetry;
  }

  /** Clears everything, because state numbers change their meaning. */
  forget(): void {
    this.copies.clear();
    this.joined.clear();
    this.proved = new IntegerPairs();
  }

  begin(group: Group): void {
    if (!this.copies.has(group.roots[0]!)) this.pair(group, group.roots);
  }

  /** Records that a thread of the group got this result in this state. Returns its next state. */
  step(group: Group, state: number, result: number): number {
    if (this.proved.get(state, result) === 0) this.prove(group, state, result);
    return this.states.update(state, result);
  }

  private prove(group: Group, state: number, result: number): void {
    const { states, symmetry } = this;
    const { handles } = states.threads;
    const own = group.threads.map((t) => handles[t]!);
    const copies = this.copies.get(state)!;
    const isHandle = result !== 0 && isOfMutex(states, state);
    const isOwn = isHandle && result === own[copies.indexOf(state)];
    // The result reveals which of the other threads holds the mutex.
    if (isHandle && !isOwn && own.includes(result)) symmetry.scatter(own);
    const results = own.map((handle) => (isOwn ? handle : result));
    const next = copies.map((copy, i) => {
      try {
        return states.update(copy, results[i]!);
      } catch (error) {
        // If the threads are not symmetric, this need not be possible.
        if (!isFencepostError(error)) throw error;
        return symmetry.separate(own[i]!);
      }
    });
    this.pair(group, next);
    copies.forEach((copy, i) => {
      if (this.proved.get(copy, results[i]!) === 0) this.proved.add(copy, results[i]!, 1);
    });
  }

  private pair({ threads }: Group, copies: readonly number[]): void {
    const { states, symmetry } = this;
    const { handles } = states.threads;
    const known = copies.map((state) => this.copies.get(state)).find((each) => each !== undefined);
    if (known !== undefined) {
      // A state that is also reached by other results must have one counterpart in each thread.
      if (known.some((state, i) => state !== copies[i])) symmetry.scatter(threads.map((t) => handles[t]!));
      return;
    }
    copies.forEach((state, i) => {
      if (i > 0 && !sameOperation(states, copies[0]!, state)) symmetry.separate(handles[threads[i]!]!);
    });
    for (const state of copies) this.copies.set(state, copies);
  }

  /**
   * Called when a thread reaches this state, in which it joins the first of several threads. If it joins some threads
   * of a group, it must join all of the group: then it makes no difference which of them ends first. `groupOf` returns
   * the group of a thread.
   */
  requireJoins(first: number, groupOf: (thread: number) => Group | undefined): void {
    const { states, symmetry } = this;
    const { handles } = states.threads;
    let joined = this.joined.get(first);
    if (joined === undefined) this.joined.set(first, (joined = this.joinedFrom(first)));
    for (const t of joined) {
      const group = groupOf(t);
      if (group === undefined) continue;
      const parent = parentOf(handles[t]!);
      // The group of a thread depends on what its parent has done.
      const isKnown = parent === 0 || isChildOf(handles[t]!, handles[states.threadOf(first)]!);
      if (isKnown && group.threads.every((each) => joined.has(each))) continue;
      symmetry.scatter(group.threads.map((each) => handles[each]!));
    }
  }

  private joinedFrom(first: number): Set<number> {
    const { states } = this;
    const joined = new Set<number>();
    for (let state = first; states.kind[state] === JOIN; state = states.update(state, 0)) {
      joined.add(states.operand[state]!);
    }
    return joined;
  }
}
