import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';

/** A memory model for programs whose accesses differ in size. It adds what threads observe of each other to an order. */
export interface SizedModel {
  readonly name: string;
  /** Whether an access takes effect at once for its own thread, too (SC). */
  readonly isSequential: boolean;
  /** Whether later accesses may take effect before an earlier load returns: po ∪ rf may have cycles. */
  readonly loadBuffering: boolean;
  /** Returns the order within threads. `si` relates the parts of an access that is atomic. */
  readonly localOrder: (x: Execution, si: Relation) => Relation;
}
