import type { Enumeration } from '../executions/choices.js';
import type { Event } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';

/** A memory model as a predicate on executions. */
export interface AxiomaticModel {
  readonly name: string;
  /** Whether a read-modify-write is two events, joined by rmw. */
  readonly splitsAtomics: boolean;
  /**
   * Determines how executions are enumerated on a location with these accesses, and which candidates can be omitted
   * from the start.
   */
  readonly enumeration: (accesses: readonly Event[]) => Enumeration;
  readonly isConsistent: (execution: Execution) => boolean;
  /** Returns conflicting unordered accesses, if the model defines races. */
  readonly races?: (execution: Execution) => Relation;
}

/** A model that can report why it forbids an execution. */
export interface JudgingModel extends AxiomaticModel {
  /** Returns the name of an axiom that the execution violates; undefined if it is consistent. */
  readonly violated: (execution: Execution) => string | undefined;
}

/** A named condition on executions. Computed only if the preceding ones hold. */
export type Axiom = readonly [name: string, holds: () => boolean];

/** Returns the first axiom that does not hold. */
export function firstViolated(axioms: readonly Axiom[]): string | undefined {
  return axioms.find(([, holds]) => !holds())?.[0];
}

/** The enumeration for models with coherence on all locations. */
export const coherent = (): Enumeration => 'coherent';
