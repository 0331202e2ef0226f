import type { Failure } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { Execution, Results } from '@fencepost/explore';
import { Tally } from '@fencepost/explore';
import { causeOf, shortestCycle } from '../explain/cycle.js';
import type { Part } from './part.js';

/** SC violations of one kind. */
export interface FoundViolation {
  /** null: not counted. */
  readonly executions: number | null;
  /** The part in which they were first found. */
  readonly part: Part;
}

/** What a search has found, as plain JSON. */
export interface SavedFindings {
  readonly results: Results;
  /** The part in which each failure was first found. */
  readonly failingParts: readonly (readonly [failure: string, part: Part])[];
  readonly violations: readonly (readonly [key: string, violation: FoundViolation])[];
}

/** The key of all violations if they are not distinguished. */
export const ANY_VIOLATION = '';

/** Distinguishes violations. */
export function violationKey(execution: Execution): string {
  const trace = execution.trace();
  return causeOf(trace, shortestCycle(trace)!);
}

/** What a search has found so far, and in which of its parts. */
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
    // In the order in which they were found: a resumed search reports the same as an uninterrupted one.
    const results = { ...tally.toJSON(), failures: tally.failures };
    return { results, failingParts: [...failingParts], violations: [...violations] };
  }

  /** `violations`: executions by key; null: not distinguished. */
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

  /** The part in which the failure was first found; undefined: none. */
  partOf(failure: Failure): Part | undefined {
    return this.failingParts.get(failureKey(failure));
  }
}
