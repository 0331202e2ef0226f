import type { Enumeration } from '../executions/choices.js';
import type { Event } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';

/** A memory model as a predicate on executions. */
export interface AxiomaticModel {
  readonly name: string;
  /** A read-modify-write is two events, joined by rmw. */
  readonly splitsAtomics: boolean;
  /** What makes two executions different on a location with these accesses, and what can be left out from the start. */
  readonly enumeration: (accesses: readonly Event[]) => Enumeration;
  readonly isConsistent: (execution: Execution) => boolean;
  /** Conflicting accesses that nothing orders, if the model has that notion. */
  readonly races?: (execution: Execution) => Relation;
}

/** Every model with coherence on all locations. */
export const coherent = (): Enumeration => 'coherent';
