import type { Comparison } from '@fencepost/testing';
import { AXIOMATIC_MODELS, ENUMERABLE_PROGRAMS, compareWithAxioms, orderedProgram } from '@fencepost/testing';
import { runCampaign } from './campaign.js';

/** A second each, at worst. */
const LARGER = [
  { threads: 2, operations: 8 },
  { threads: 3, operations: 8 },
  { threads: 4, operations: 7 },
];

// npm run campaign -- axioms: the graph explorer against the axioms.
runCampaign({
  sizes: [...ENUMERABLE_PROGRAMS, ...LARGER],
  programs: orderedProgram,
  compare: (source): Comparison => {
    const comparisons = AXIOMATIC_MODELS.flatMap((model) => [
      compareWithAxioms(source, model),
      compareWithAxioms(source, model, 'all'),
    ]);
    return {
      traces: comparisons.reduce((sum, { traces }) => sum + traces, 0),
      disagreements: comparisons.flatMap(({ disagreements }) => disagreements),
    };
  },
});
