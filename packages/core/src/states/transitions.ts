import type { Transition } from '../operations/atomics.js';
import { learnedFrom } from '../operations/atomics.js';
import { IntegerPairs } from './integer-pairs.js';

/** Represents "not ready" among cached results, which are states of synchronisation objects. */
const NOT_READY = -0x80000000;

/** The transitions of a program as small integers (from 1), with their results cached. */
export class Transitions {
  private readonly numbers = new Map<string, number>();
  private readonly transitions: Transition[] = [];
  private readonly known = new IntegerPairs();
  private readonly results: number[] = [0];

  intern(transition: Transition): number {
    const known = this.numbers.get(transition.key);
    if (known !== undefined) return known;
    const number = this.transitions.push(transition);
    this.numbers.set(transition.key, number);
    return number;
  }

  /** Returns the key in the form that users see. */
  name(number: number): string {
    return this.transitions[number - 1]!.key.replace(/ \([^()]*\)$/, '');
  }

  numbersStates(number: number): boolean {
    return this.transitions[number - 1]!.numbersStates === true;
  }

  isReady(number: number, old: number): boolean {
    return this.resultOf(number, old) !== NOT_READY;
  }

  isIdle(number: number): boolean {
    return this.transitions[number - 1]!.idle === true;
  }

  /** Whether the transition writes, given the state before it. */
  writes(number: number, old: number): boolean {
    return this.transitions[number - 1]!.alwaysWrites === true || this.resultOf(number, old) !== old;
  }

  /** Returns the state after the transition, which must be ready. */
  apply(number: number, old: number): number {
    return this.resultOf(number, old);
  }

  /** Returns the state with which the thread continues after the transition. */
  learned(number: number, old: number): number {
    return learnedFrom(this.transitions[number - 1]!, old);
  }

  private resultOf(number: number, old: number): number {
    const index = this.known.get(number, old);
    if (index !== 0) return this.results[index]!;
    const { ready, apply } = this.transitions[number - 1]!;
    const result = ready === undefined || ready(old) ? apply(old) : NOT_READY;
    this.known.add(number, old, this.results.push(result) - 1);
    return result;
  }
}
