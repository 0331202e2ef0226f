import { seq, union } from '../relations/relation.js';
import type { SizedModel } from '../sized/model.js';
import type { AxiomaticModel } from './model.js';
import { coherent } from './model.js';

/** Sequential consistency: interleavings, as a total order that includes all relations. */
export const SC: AxiomaticModel = {
  name: 'sc',
  splitsAtomics: false,
  enumeration: coherent,
  isConsistent: ({ po, rf, co, fr, rmw }) => union(po, rf, co, fr).isAcyclic() && rmw.intersect(seq(fr, co)).isEmpty(),
};

/** The same for accesses of several sizes. */
export const SIZED_SC: SizedModel = {
  name: 'sc',
  isSequential: true,
  loadBuffering: false,
  localOrder: ({ po }) => po,
};
