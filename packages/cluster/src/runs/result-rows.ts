import { createHash } from 'node:crypto';
import type { FrontierResult, Knowledge, SeedsResult } from '@fencepost/check';
import { SeedTally } from '@fencepost/check';
import type { JobResult } from './explorer.js';
import { isFound, requireShape } from './shapes.js';

/** The columns of a ledger row that depend on the results, by name. */
export interface Row {
  readonly executions: number;
  readonly blocked: number;
  readonly [column: string]: unknown;
}

/** A finding. If several jobs have the same one, the first in depth-first order is kept. */
export interface Found {
  readonly kind: 'failure' | 'violation';
  /** A hash: messages and cycles are too long for an index. */
  readonly key: string;
  /** See `kept`. */
  readonly part: string;
}

/** The result of a job, as it is stored. */
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
      failures: kept(failures),
      violations: kept(violations.map(([key, each]) => [key, each.executions])),
      races: kept(races),
    },
    found: [
      ...failingParts.map(([key, part]) => foundAs('failure', key, part)),
      ...violations.map(([key, { part }]) => foundAs('violation', key, part)),
    ],
  };
}

/** Converts test results. Counts are added up from the ledger. Shown executions are larger, and kept once. */
function writtenTests({ tally: { counts, firsts } }: SeedsResult): Written {
  const { executions = 0, unfinished: blocked = 0 } = counts;
  const found = Object.entries(firsts).map(([key, first]) =>
    foundAs(key.startsWith(SeedTally.FAILURE) ? 'failure' : 'violation', key, first),
  );
  // The ledger has zeros in columns about explored executions.
  const none = { assumed: 0, operations: 0, events: 0, non_sequential: 0, deadlocks: 0 };
  return { row: { executions, blocked, ...none, tests: counts }, found };
}

function foundAs(kind: Found['kind'], key: string, part: unknown): Found {
  return { kind, key: createHash('sha256').update(key).digest('hex'), part: JSON.stringify([key, part]) };
}

/** Returns the key of a finding and its content. Before version 3, columns held keys and values unencoded. */
export function partIn({ key, part }: Readonly<Record<string, unknown>>): [key: string, part: unknown] {
  if (typeof part !== 'string') return [key as string, part];
  return requireShape(JSON.parse(part), isFound, 'the findings') as [string, unknown];
}

/**
 * Returns a list as text: the database refuses some characters that messages of programs have, and changes the order of
 * keys.
 */
function kept(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

export function listIn(column: unknown): readonly unknown[] {
  return (valueIn(column) ?? []) as readonly unknown[];
}

export function valueIn(column: unknown): unknown {
  return typeof column === 'string' ? JSON.parse(column) : column;
}
