import type { Failure } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { Execution, Results } from '@fencepost/explore';
import { Tally } from '@fencepost/explore';
import { causeOf, shortestCycle } from '../explain/cycle.js';
import type { Part } from './part.js';

/** SC violations of one kind. */
export interface FoundViolation {
  /** Number of executions; null if not counted. */
  readonly executions: number | null;
  /** The part in which they were first found. */
  readonly part: Part;
}

/** The results of a search, as plain JSON. */
export interface SavedFindings {
  readonly results: Results;
  /** The part in which each failure was first found. */
  readonly failingParts: readonly (readonly [failure: string, part: Part])[];
  readonly violations: readonly (readonly [key: string, violation: FoundViolation])[];
}

/** The key of all violations if they are not distinguished. */
export const ANY_VIOLATION = '';

/** Returns a key that distinguishes kinds of violations. */
export function violationKey(execution: Execution): string {
  const trace = execution.trace();
  return causeOf(trace, shortestCycle(trace)!);
}

/** The results of a search so far, and the parts in which they were found. */
export class Findings {
  readonly tally: Tally;
  readonly violations: Map<string, FoundViolation>;
  private readonly failingParts: Map<string, Part>;

  constructor(saved?: SavedFindings) {
    this.tally = saved === undefined ? new Tally() : Tally.fromJSON(saved.results);
    this.failingParts = new Map(saved?.failingParts);
    this.violations = new Map(saved?.violations);
  }

  save(): SavedFindings {
    const { tally, failingParts, violations } = this;
    // Keep the order in which failures were found, so that a resumed search reports the same as an uninterrupted one.
    const results = { ...tally.toJSON(), failures: tally.failures };
    return { results, failingParts: [...failingParts], violations: [...violations] };
  }

  /** Adds the results of a part. `violations` has executions by key; null if not distinguished. */
  add(
    part: Part,
    found: Results & { readonly violations: readonly (readonly [key: string, executions: number])[] | null },
  ): void {
    const { violations } = found;
    this.tally.merge(found);
    for (const failure of found.failures) {
      const key = failureKey(failure);
      if (!this.failingParts.has(key)) this.failingParts.set(key, part);
    }
    if (violations === null) {
      if (found.nonSequential > 0 && this.violations.size === 0) {
        this.violations.set(ANY_VIOLATION, { executions: null, part });
      }
      return;
    }
    for (const [key, executions] of violations) {
      const known = this.violations.get(key);
      this.violations.set(key, {
        executions: executions + (known?.executions ?? 0),
        part: known?.part ?? part,
      });
    }
  }

  /** Returns the part in which the failure was first found; undefined if none. */
  partOf(failure: Failure): Part | undefined {
    return this.failingParts.get(failureKey(failure));
  }
}
