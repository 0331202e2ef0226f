import type { LocalStates, Symmetry } from '@fencepost/core';
import { JOIN, isChildOf, isFencepostError, parentOf } from '@fencepost/core';
import { isOfMutex, sameOperation } from './same-operation.js';

/** Threads that are alike, and their first states, in the order of the threads. */
export interface Group {
  readonly threads: readonly number[];
  readonly roots: readonly number[];
}

/**
 * Proves that threads are alike, by comparing what they do: whenever one of them was found to get some results, the
 * others are run with these results, too, and must do the same. In the executions left out they get no others: what a
 * thread gets there, another one of its group gets in the execution explored instead.
 */
export class Likeness {
  private readonly states: LocalStates;
  private readonly symmetry: Symmetry;
  /** By state: the states of all threads of the group after the same results. */
  private readonly copies = new Map<number, readonly number[]>();
  /** States whose joins, and those before, are proved to be harmless. */
  private readonly joined = new Set<number>();

  constructor(states: LocalStates, symmetry: Symmetry) {
    this.states = states;
    this.symmetry = symmetry;
  }

  /** Numbers of states get other meanings. */
  forget(): void {
    this.copies.clear();
    this.joined.clear();
  }

  /** A thread of the group has come to this state. */
  require(group: Group, last: number): void {
    if (this.copies.has(last)) return;
    const { states } = this;
    const path: number[] = [];
    let state = last;
    for (; state !== 0 && !this.copies.has(state); state = states.previous(state)) path.push(state);
    const member = group.threads.indexOf(states.threadOf(last));
    let copies = this.copies.get(state);
    for (const next of path.reverse()) {
      copies = copies === undefined ? group.roots : this.after(group, copies, member, states.via(next));
      this.compare(group, copies);
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
    for (const state of copies) this.copies.set(state, copies);
  }

  /**
   * A thread has come to this state. If it joins threads of a group, it must join all of them at once: then it makes no
   * difference which of them ends first. `groupOf`: the group of a thread.
   */
  requireJoins(last: number, groupOf: (thread: number) => Group | undefined): void {
    const { states, joined } = this;
    for (let state = last; state !== 0 && !joined.has(state); state = states.previous(state)) {
      joined.add(state);
      if (states.kind[state] !== JOIN) continue;
      const group = groupOf(states.operand[state]!);
      if (group !== undefined && !this.joinsAll(group, state)) {
        this.symmetry.scatter(group.threads.map((t) => states.threads.handles[t]!));
      }
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
