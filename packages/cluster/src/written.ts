import { createHash } from 'node:crypto';
import type { First, FrontierResult, Knowledge, SeedsResult } from '@fencepost/check';
import { SeedTally } from '@fencepost/check';
import type { JobResult } from './explorer.js';

/** The columns of a row of the ledger that depend on what was found, by their names. */
export interface Row {
  readonly executions: number;
  readonly blocked: number;
  readonly [column: string]: unknown;
}

/** Of what several jobs find, the one that comes first in depth-first order is kept. */
export interface Found {
  readonly kind: 'failure' | 'violation';
  readonly key: string;
  readonly part: unknown;
}

/** What a test has shown, with its key in the tally. */
export interface KeptFirst extends First {
  readonly key: string;
}

/** What came of a job, as it is written down. */
export interface Written {
  readonly row: Row;
  readonly found: readonly Found[];
}

export function written(result: JobResult): Written {
  return 'tally' in result ? writtenTests(result) : writtenFrontier(result);
}

export function learnedBy(result: JobResult): Knowledge | null {
  return 'tally' in result ? null : result.learned;
}

function writtenFrontier({ findings, races, unordered }: FrontierResult): Written {
  const { results, violations, failingParts } = findings;
  const { executions, blocked, assumed, operations, events, nonSequential, deadlocks, failures } = results;
  return {
    row: {
      ...{ executions, blocked, assumed, operations, events, deadlocks, unordered },
      non_sequential: nonSequential,
      failures: orNull(failures),
      violations: orNull(violations.map(([key, each]) => [key, each.executions])),
      races: orNull(races),
    },
    found: [
      ...failingParts.map(([key, part]) => ({ kind: 'failure', key, part }) as const),
      ...violations.map(([key, { part }]) => ({ kind: 'violation', key, part }) as const),
    ],
  };
}

/** Counts are added up from the ledger. What was shown, which is larger, is kept once. */
function writtenTests({ tally: { counts, firsts } }: SeedsResult): Written {
  const { executions = 0, unfinished: blocked = 0 } = counts;
  const found = Object.entries(firsts).map(([key, first]): Found => {
    const kept: KeptFirst = { key, ...first };
    // As text: the database would change the order of keys, and refuses some characters.
    const part = JSON.stringify(kept);
    // Cycles are too long for an index.
    const hash = createHash('sha256').update(key).digest('hex');
    return { kind: key.startsWith(SeedTally.FAILURE) ? 'failure' : 'violation', key: hash, part };
  });
  // The ledger has zeros where nothing is said of executions that were not explored.
  const none = { assumed: 0, operations: 0, events: 0, non_sequential: 0, deadlocks: 0 };
  return { row: { executions, blocked, ...none, tests: counts }, found };
}

function orNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}
