import type { CountedFailure, Failure } from '@fencepost/core';
import { failureKey, sameFailure } from '@fencepost/core';

/** Counts of executions, and their failures. Plain JSON. */
export interface Results {
  /** Complete executions: every thread ended, or a deadlock. With the graph explorer and the oracle, the number of traces. */
  readonly executions: number;
  /**
   * Number of executions that these stand for. The same number, unless executions were explored up to symmetry. The
   * counts of executions below refer to this number.
   */
  readonly total: number;
  /** Executions that were abandoned as redundant, cut off, or waiting in a way that proves nothing. */
  readonly blocked: number;
  /** Number of these that an assumption cut off. */
  readonly assumed: number;
  /** Number of operations of all executions followed to their end: a measure of effort, independent of their length. */
  readonly operations: number;
  /** Number of these operations that belong to complete executions. */
  readonly events: number;
  /** Complete executions that are not sequentially consistent: SC violations. */
  readonly nonSequential: number;
  /** Complete executions with threads that wait forever but should not. */
  readonly deadlocks: number;
  /** Executions, complete or not, that were left out because they have more preemptions than allowed. */
  readonly omitted: number;
  /** The failures, each with its number of executions. */
  readonly failures: Failures;
}

/** Distinct failures, with the number of executions: failed checks, crashes, failed `after` checks, deadlocks. */
export type Failures = readonly CountedFailure[];

const COUNTS = [
  'executions',
  'total',
  'blocked',
  'assumed',
  'operations',
  'events',
  'nonSequential',
  'deadlocks',
  'omitted',
] as const;

/**
 * Results that add up. Tallies form a commutative monoid under `merge`, with the empty tally as unit: a search may be split
 * into parts, explored anywhere and in any order, and the parts' results merged in any grouping (`toJSON` is the same).
 */
export class Tally implements Results {
  executions = 0;
  total = 0;
  blocked = 0;
  assumed = 0;
  operations = 0;
  events = 0;
  nonSequential = 0;
  deadlocks = 0;
  omitted = 0;
  private readonly found = new Map<string, CountedFailure>();

  /** Restores a tally from `toJSON`, of this process or another. */
  static fromJSON(results: Results): Tally {
    const tally = new Tally();
    tally.merge(results);
    return tally;
  }

  /** Failures in the order in which they were first added. */
  get failures(): Failures {
    return [...this.found.values()];
  }

  /** Adds the results of another part: a tally, its JSON, or an exploration. */
  merge(other: Results): void {
    for (const count of COUNTS) this[count] += other[count];
    for (const failure of other.failures) this.addFailure(failure, failure.executions);
  }

  /** Adds a failure of this many executions. */
  addFailure(failure: Failure, executions: number): void {
    const key = failureKey(failure);
    const known = this.found.get(key);
    this.found.set(key, {
      ...sameFailure(known ?? failure, failure),
      executions: executions + (known?.executions ?? 0),
    });
  }

  /** Returns equal JSON for equal tallies, however they were computed: failures are sorted by key. */
  toJSON(): Results {
    const { executions, total, blocked, assumed, operations, events, nonSequential, deadlocks, omitted } = this;
    const failures = [...this.found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, failure]) => failure);
    return { executions, total, blocked, assumed, operations, events, nonSequential, deadlocks, omitted, failures };
  }
}
