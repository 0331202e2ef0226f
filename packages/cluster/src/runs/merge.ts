import type { FoundRace, FoundViolation, Part, SavedFindings, SavedRaces, SavedSearch } from '@fencepost/check';
import { addRaces } from '@fencepost/check';
import type { Frontier, Results } from '@fencepost/explore';
import { Tally } from '@fencepost/explore';

/** A row of the ledger that counts. */
export interface CountedResult {
  readonly results: Results;
  readonly violations: readonly (readonly [key: string, executions: number | null])[];
  readonly races: SavedRaces;
  readonly unordered: string | null;
  readonly milliseconds: number;
}

/** The first part with a certain finding. */
export interface FirstFound {
  readonly kind: 'failure' | 'violation';
  readonly key: string;
  readonly part: Part;
}

/** With `least`, the execution shown must not depend on where parts end. */
export function firstOnly<T extends FirstFound>(found: T): T {
  return { ...found, part: { ...found.part, firstOnly: true } };
}

/** Adds up the results of a search. They are added in depth-first order, so that the sum does not depend on timing. */
export class Merge {
  private readonly tally = new Tally();
  private readonly races = new Map<string, FoundRace>();
  private readonly violations = new Map<string, number | null>();
  private unordered: string | null = null;
  private milliseconds = 0;
  private parts = 0;

  add({ results, violations, races, unordered, milliseconds }: CountedResult): void {
    this.tally.merge(results);
    addRaces(this.races, races);
    for (const [key, count] of violations) {
      const before = this.violations.get(key) ?? 0;
      this.violations.set(key, count === null ? null : before + count);
    }
    this.unordered ??= unordered;
    this.milliseconds += milliseconds;
    this.parts++;
  }

  /** Returns the state of the search. `found` is in depth-first order; `unexplored` in reverse, the next job last. */
  search(found: readonly FirstFound[], unexplored: Frontier): SavedSearch {
    const { tally } = this;
    const failingParts = found.flatMap(({ kind, key, part }): [string, Part][] =>
      kind === 'failure' ? [[key, part]] : [],
    );
    const violations = found.flatMap(({ kind, key, part }): [string, FoundViolation][] =>
      kind === 'violation' ? [[key, { executions: this.violations.get(key) ?? null, part }]] : [],
    );
    const results = { ...tally.toJSON(), failures: tally.failures };
    const findings: SavedFindings = { results, failingParts, violations };
    const waiting = unexplored.map((job) => ({ job, dives: 0, mean: 0, squares: 0 }));
    const { executions, blocked } = tally;
    const pool = { version: 1, random: 1, order: 1, executions, blocked, dives: 0, waiting, taken: [] } as const;
    return { findings, seconds: this.milliseconds / 1000, parts: this.parts, pool, window: [] };
  }

  get found(): { readonly races: SavedRaces; readonly unordered: string | null } {
    return { races: [...this.races], unordered: this.unordered };
  }
}
