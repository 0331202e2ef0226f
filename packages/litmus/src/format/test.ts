import type { Site } from '@fencepost/core';
import type { Proposition, Quantifier } from './condition.js';
import type { Observable } from './observables.js';
import type { LitmusVariable } from './variables.js';

/** What a test of any dialect has, with names resolved: variables are addresses. */
export interface TestFacts {
  readonly name: string;
  readonly file: string;
  readonly variables: readonly LitmusVariable[];
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
