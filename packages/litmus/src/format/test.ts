import type { Site } from '@fencepost/core';
import type { Proposition, Quantifier } from './condition.js';
import type { Observable } from './observables.js';
import type { LitmusVariable } from './variables.js';

/** The common part of a test of any dialect, with names resolved: variables are addresses. */
export interface TestFacts {
  readonly name: string;
  readonly file: string;
  readonly variables: readonly LitmusVariable[];
  /** Content of its final states: everything the condition and `locations` mention, in herd7's order. */
  readonly observed: readonly Observable[];
  readonly quantifier: Quantifier;
  readonly proposition: Proposition;
  /** The quantifier and proposition as written, on one line. */
  readonly conditionText: string;
  /** Whether some value may be the address of a variable. */
  readonly usesAddresses: boolean;
  readonly site: Site;
}
