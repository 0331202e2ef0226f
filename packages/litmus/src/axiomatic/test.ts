import type { Site } from '@fencepost/core';
import type { AxiomaticProgram } from '@fencepost/axioms';
import type { Proposition, Quantifier } from '../format/condition.js';
import type { Observable } from '../format/observables.js';
import type { LitmusVariable } from '../format/variables.js';

/** The dialects of herd7's format whose tests are for axiomatic models. */
export type AxiomaticDialect = 'C' | 'AArch64';
export const AXIOMATIC_DIALECTS: readonly AxiomaticDialect[] = ['C', 'AArch64'];

/** A litmus test for axiomatic models. */
export interface AxiomaticTest {
  readonly name: string;
  readonly dialect: AxiomaticDialect;
  readonly file: string;
  readonly program: AxiomaticProgram;
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
