import type { Litmus } from './litmus.js';
import { allowedOutcomes } from './model.js';
import type { Histogram } from './run.js';

/** What was seen on this machine, against what our models say about x64. */
export interface Comparison {
  readonly litmus: Litmus;
  readonly histogram: Histogram;
  /** Seen although TSO forbids it: a mistake in our model, or a reordering by the engine that it does not know. */
  readonly forbidden: readonly string[];
  /** Allowed by TSO, but not seen. */
  readonly unseen: readonly string[];
  /** Seen, and not sequentially consistent. */
  readonly weak: readonly string[];
}

export function compare(litmus: Litmus, histogram: Histogram): Comparison {
  const [sc, tso] = [allowedOutcomes(litmus, 'sc'), allowedOutcomes(litmus, 'tso')];
  const seen = [...histogram.keys()];
  return {
    litmus,
    histogram,
    forbidden: seen.filter((outcome) => !tso.has(outcome)),
    unseen: [...tso].filter((outcome) => !histogram.has(outcome)).sort(),
    weak: seen.filter((outcome) => !sc.has(outcome)),
  };
}
