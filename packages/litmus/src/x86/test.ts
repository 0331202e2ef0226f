import type { Site } from '@fencepost/core';
import type { Proposition, Quantifier } from '../format/condition.js';
import type { Observable } from '../format/observables.js';
import type { LitmusVariable } from '../format/variables.js';
import type { AssemblyInstruction } from './instructions.js';
import type { Architecture } from './registers.js';

/** A thread of a litmus test. */
export interface LitmusThread {
  /** `P0`, `P1`, … */
  readonly name: string;
  readonly instructions: readonly AssemblyInstruction[];
  /** Initial values by `Register.index`. */
  readonly registers: readonly number[];
}

/** A litmus test as its file states it, with names resolved: variables are addresses, registers are numbers. */
export interface LitmusTest {
  readonly name: string;
  readonly architecture: Architecture;
  readonly file: string;
  readonly variables: readonly LitmusVariable[];
  readonly threads: readonly LitmusThread[];
  /** What its final states show: everything the condition and `locations` mention, in herd7's order. */
  readonly observed: readonly Observable[];
  readonly quantifier: Quantifier;
  readonly proposition: Proposition;
  /** The quantifier and proposition as written, on one line. */
  readonly conditionText: string;
  /** Some value may be the address of a variable. */
  readonly usesAddresses: boolean;
  readonly site: Site;
}
