import type { LocalStates, Symmetry } from '@fencepost/core';
import { JOIN, isChildOf, isFencepostError, parentOf } from '@fencepost/core';
import { isOfMutex, sameOperation } from './same-operation.js';

/** Threads that are alike, and their first states, in the order of the threads. */
export interface Group {
  readonly threads: readonly number[];
  readonly roots: readonly number[];
}

/** States of the threads of a group, in the order of the threads. */
interface Tuple {
  readonly group: Group;
  readonly states: readonly number[];
}

/**
 * Proves that threads are alike, by comparing what they do: whenever one of them was found to get some results, the
 * others are run with these results, too, and must do the same. In the executions left out they get no others: what a
 * thread gets there, another one of its group gets in the execution explored instead.
 */
export class Likeness {
  private readonly states: LocalStates;
  private readonly symmetry: Symmetry;
  /** States of all threads of a group after the same results, by each of them. Several ways may lead to a state. */
  private readonly tuples = new Map<number, Tuple[]>();
  private readonly known = new Set<string>();
  private readonly pending: Tuple[] = [];
  /** The results that threads were found to get, by state. */
  private readonly results = new Map<number, Set<number>>();
  /** States whose joins, and those before, are proved to be harmless. */
  private readonly joined = new Set<number>();

  constructor(states: LocalStates, symmetry: Symmetry) {
    this.states = states;
    this.symmetry = symmetry;
  }

  /** Numbers of states get other meanings. */
  forget(): void {
    this.tuples.clear();
    this.known.clear();
    this.pending.length = 0;
    this.results.clear();
    this.joined.clear();
  }

  /** These threads are to be alike. */
  begin(group: Group): void {
    this.require({ group, states: group.roots });
    this.settle();
  }

  /** A thread of a group has got this result in this state. */
  got(state: number, result: number): void {
    let results = this.results.get(state);
    if (results === undefined) this.results.set(state, (results = new Set()));
    if (results.has(result)) return;
    results.add(result);
    for (const tuple of [...(this.tuples.get(state) ?? [])]) this.follow(tuple, state, result);
    this.settle();
  }

  private follow({ group, states }: Tuple, state: number, result: number): void {
    this.require({ group, states: this.after(group, states, states.indexOf(state), result) });
  }

  private require(tuple: Tuple): void {
    const key = tuple.states.join();
    if (this.known.has(key)) return;
    this.known.add(key);
    this.compare(tuple.group, tuple.states);
    for (const state of tuple.states) {
      const tuples = this.tuples.get(state);
      if (tuples === undefined) this.tuples.set(state, [tuple]);
      else tuples.push(tuple);
    }
    this.pending.push(tuple);
  }

  /** What was found of any of them must hold for the others. */
  private settle(): void {
    for (let tuple = this.pending.pop(); tuple !== undefined; tuple = this.pending.pop()) {
      for (const state of tuple.states) {
        for (const result of this.results.get(state) ?? []) this.follow(tuple, state, result);
      }
    }
  }

  private after({ threads }: Group, copies: readonly number[], member: number, result: number): readonly number[] {
    const { states, symmetry } = this;
    const { handles } = states.threads;
    const isHandle = result !== 0 && isOfMutex(states, copies[member]!);
    const isOwn = isHandle && result === handles[threads[member]!];
    // It was told which of the others holds the mutex.
    if (isHandle && !isOwn && threads.some((t) => handles[t] === result)) {
      symmetry.scatter(threads.map((t) => handles[t]!));
    }
    return copies.map((state, i) => {
      try {
        return states.update(state, isOwn ? handles[threads[i]!]! : result);
      } catch (error) {
        // If the threads are not alike, this need not be possible.
        if (!isFencepostError(error)) throw error;
        return symmetry.separate(handles[threads[i]!]!);
      }
    });
  }

  private compare({ threads }: Group, copies: readonly number[]): void {
    const { states, symmetry } = this;
    copies.forEach((state, i) => {
      if (i > 0 && !sameOperation(states, copies[0]!, state)) symmetry.separate(states.threads.handles[threads[i]!]!);
    });
  }

  /**
   * A thread has come to this state. If it joins threads of a group, it must join all of them at once: then it makes no
   * difference which of them ends first. `groupOf`: the group of a thread.
   */
  requireJoins(state: number, groupOf: (thread: number) => Group | undefined): void {
    const { states, joined } = this;
    if (states.kind[state] !== JOIN || joined.has(state)) return;
    joined.add(state);
    const group = groupOf(states.operand[state]!);
    if (group !== undefined && !this.joinsAll(group, state)) {
      this.symmetry.scatter(group.threads.map((t) => states.threads.handles[t]!));
    }
  }

  private joinsAll({ threads }: Group, join: number): boolean {
    const { states } = this;
    const { handles } = states.threads;
    const child = handles[threads[0]!]!;
    // The group of a thread depends on its parent. Others must not know more groups than it does.
    if (parentOf(child) !== 0 && !isChildOf(child, handles[states.threadOf(join)]!)) return false;
    const found = new Set<number>();
    for (let state = join; states.kind[state] === JOIN; state = states.previous(state)) {
      found.add(states.operand[state]!);
    }
    for (let state = join; states.kind[state] === JOIN; state = states.update(state, 0)) {
      found.add(states.operand[state]!);
    }
    return threads.every((t) => found.has(t));
  }
}
