import { CAS, TRANSITION, functionOf, rmwResult } from '../operations/atomics.js';
import type { Operation } from '../operations/operation.js';
import { ABANDONED, CUT, DONE, RMW, STORE, STUCK } from '../operations/operation.js';
import { Transitions } from './transitions.js';
import { IntegerPairs } from './integer-pairs.js';
import { LearnedValues } from './learned-values.js';
import type { Symmetry } from './symmetry.js';
import type { UnseenStores } from './unseen-stores.js';

/** Kind of a forgotten state. */
export const FORGOTTEN = -1;

const FIRST_CAPACITY = 64;

/**
 * Local states as columns of typed arrays: the operation of each state, and its place in the trie of results. State 0
 * does not exist. Read the columns again after every allocation, which may replace them by larger ones.
 */
export class StateColumns {
  // The papers' next(state).
  kind = column();
  code = column();
  /** The code of a read-modify-write that writes nothing. */
  failureCode = column();
  label = column();
  location = column();
  /**
   * Value stored, operand of an RMW, its transition; thread index for spawn and join; length of the loop for stuck; 1
   * for a cut by an assumption, ABANDONED.
   */
  operand = column();
  /** Expected value of a CAS; root state of the child for spawn. */
  second = column();
  /** Function and width (atomics.ts). */
  fn = column();
  comparison = column();
  awaited = column();
  /** 1 if the operation may release a mutex. */
  unlocks = column();
  /** 1: a step that is made because of the look just before it, which decides nothing. */
  looked = column();
  /** The call that the operation belongs to, from 1. */
  call = column();

  private readonly learnedValues = new LearnedValues();
  private readonly returns = new Map<number, readonly string[]>();

  // The trie: the parent state, and the result that leads from it to this state.
  protected parent = column();
  protected results = column();
  protected root = column();
  protected position = column();
  protected spawned = column();
  /** Result of the last lookup of a successor. `cachedNext`: that successor. */
  protected cachedResult = column();
  protected cachedNext = column();
  protected successors = new IntegerPairs();
  protected count = 1;
  /** Numbers of forgotten states, for reuse. */
  private readonly freed: number[] = [];

  readonly transitions = new Transitions();

  // Facts about all states so far:
  /** Whether any thread was cut off or stuck, or ended the program. */
  anyCut = false;
  /** Whether a thread may wait idly somewhere. */
  anyIdle = false;
  /** Whether some step follows a look that is just before it. */
  anyLooked = false;

  /** If given, the search of graphs omits executions that differ only in the order of threads that are alike. */
  symmetry: Symmetry | undefined;

  /** If given, the search of graphs may assume that other threads do not see certain stores. */
  unseen: UnseenStores | undefined;

  /** If given, the search of graphs omits executions with more preemptions. */
  preemptions: number | undefined;

  /** Number of states discovered so far, including forgotten ones. */
  discovered = 0;

  /** Number of times a thread was run to find the state after a result. Several results may lead to one state. */
  runs = 0;

  /** Number of states known now. */
  get size(): number {
    return this.count - 1 - this.freed.length;
  }

  /** Returns the state before this one; 0 if it is the first of its thread. */
  previous(state: number): number {
    return this.parent[state]!;
  }

  /** Returns the state after `result` arrived in `state`, if it has been discovered; otherwise 0. */
  known(state: number, result: number): number {
    return this.successors.get(state, result);
  }

  /** Returns the result that led to this state. */
  via(state: number): number {
    return this.results[state]!;
  }

  /** Returns the results that lead to this state, from the start of its thread. */
  resultsUpTo(state: number): number[] {
    const results: number[] = [];
    for (let s = state; this.parent[s] !== 0 && s !== 0; s = this.parent[s]!) results.push(this.results[s]!);
    return results.reverse();
  }

  /** Returns the results of the thread's calls before its current one, if that may wait forever. */
  returned(state: number): readonly string[] | undefined {
    return this.returns.get(state);
  }

  /** Whether the thread never runs again. */
  isTerminal(state: number): boolean {
    return this.kind[state]! >= DONE;
  }

  /** Whether the read-modify-write of `state` writes if it reads `value`, which it accepts. */
  writesAfter(state: number, value: number): boolean {
    const fn = functionOf(this.fn[state]!);
    if (fn < CAS) return true;
    if (fn === CAS) return value === this.second[state];
    return fn !== TRANSITION || this.transitions.writes(this.operand[state]!, value);
  }

  /** Returns the value it then writes. */
  written(state: number, value: number): number {
    const fn = this.fn[state]!;
    if (fn === TRANSITION) return this.transitions.apply(this.operand[state]!, value);
    return rmwResult(fn, value, this.operand[state]!);
  }

  /** Whether an assumption cut the thread off in this state. */
  isAssumed(state: number): boolean {
    return this.kind[state] === CUT && this.operand[state] === 1;
  }

  /** Whether the thread is not followed any further because another execution shows what it would do. */
  isAbandoned(state: number): boolean {
    return this.kind[state] === CUT && this.operand[state] === ABANDONED;
  }

  /** Whether a thread is idle in this state, so that the program can end without waking it. */
  waitsIdly(state: number): boolean {
    if (this.kind[state] === STUCK) return this.second[state] === 1;
    return this.isStep(state) && this.transitions.isIdle(this.operand[state]!);
  }

  /** Describes the effect of the operation of `state` on a synchronisation object; undefined for other operations. */
  actionOf(state: number): string | undefined {
    return this.concernsStep(state) ? this.transitions.name(this.stepOf(state)) : undefined;
  }

  /** Whether the operation of `state` assigns numbers to states, which differ from run to run. */
  numbersStates(state: number): boolean {
    return this.concernsStep(state) && this.transitions.numbersStates(this.stepOf(state));
  }

  /** Whether it is such a step, or a load or store of the object that represents one. */
  private concernsStep(state: number): boolean {
    return this.kind[state]! <= RMW && this.fn[state] === TRANSITION;
  }

  private stepOf(state: number): number {
    return (this.kind[state] === STORE ? this.second : this.operand)[state]!;
  }

  /** Returns the result that stands for all those from which the thread learns the same as from this one. */
  protected learned(state: number, result: number): number {
    if (this.isStep(state)) return this.transitions.learned(this.operand[state]!, result);
    return this.learnedValues.of(state, result);
  }

  /** Whether it is a step of a synchronisation object. */
  private isStep(state: number): boolean {
    return this.kind[state] === RMW && this.fn[state] === TRANSITION;
  }

  protected allocate(root: number, parent: number, result: number): number {
    if (this.count === this.kind.length && this.freed.length === 0) this.grow();
    const state = this.freed.pop() ?? this.count++;
    this.discovered++;
    // The number may have belonged to a forgotten state.
    this.operand[state] = this.second[state] = this.unlocks[state] = this.comparison[state] = this.call[state] = 0;
    this.cachedNext[state] = this.looked[state] = 0;
    this.root[state] = root;
    this.parent[state] = parent;
    this.results[state] = result;
    this.position[state] = parent === 0 ? 0 : this.position[parent]! + 1;
    this.spawned[state] = parent === 0 ? 0 : this.spawned[parent]!;
    return state;
  }

  /** Notes what only some operations have, and updates the facts about all states. */
  protected note(state: number, op: Operation): void {
    const { kind, transition, expected, looked, returned, learns } = op;
    if (returned !== undefined) this.returns.set(state, returned);
    if (learns !== undefined) this.learnedValues.note(state, learns);
    if (kind >= CUT) this.anyCut = true;
    if (transition?.idle === true || (kind === STUCK && expected === 1)) this.anyIdle = true;
    if (looked) this.anyLooked = true;
  }

  /** Releases the number for another state. */
  protected free(state: number): void {
    this.kind[state] = FORGOTTEN;
    this.returns.delete(state);
    this.learnedValues.forget(state);
    this.freed.push(state);
  }

  private grow(): void {
    const columns = [
      'kind', 'code', 'failureCode', 'label', 'location', 'operand', 'second', 'fn', 'comparison', 'awaited', 'unlocks',
      'looked', 'call', 'parent', 'results', 'root', 'position', 'spawned', 'cachedResult', 'cachedNext',
    ] as const; // prettier-ignore
    for (const column of columns) {
      const wider = new Int32Array(2 * this[column].length);
      wider.set(this[column]);
      this[column] = wider;
    }
  }
}

function column(): Int32Array<ArrayBuffer> {
  return new Int32Array(FIRST_CAPACITY);
}
