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

/** A model that says why it forbids an execution. */
export interface JudgingModel extends AxiomaticModel {
  /** The name of an axiom that the execution violates; undefined if it is consistent. */
  readonly violated: (execution: Execution) => string | undefined;
}

/** A condition on executions, by name; computed only if those before it hold. */
export type Axiom = readonly [name: string, holds: () => boolean];

/** The first of these that does not hold. */
export function firstViolated(axioms: readonly Axiom[]): string | undefined {
  return axioms.find(([, holds]) => !holds())?.[0];
}

/** Every model with coherence on all locations. */
export const coherent = (): Enumeration => 'coherent';
