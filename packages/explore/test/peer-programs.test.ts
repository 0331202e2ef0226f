import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { Explore } from '@fencepost/testing';
import {
  COUNTED_MODELS,
  EXPLORERS,
  PEER_COUNTS,
  clhLock,
  fibonacci,
  increments,
  indexer,
  lastZero,
  messagePassing,
  readers,
  storeBuffering,
  ticketLock,
} from '@fencepost/testing';
import { exploreAll } from '../src/index.js';

/** Traces under SC, TSO and PSO; none of these programs fails. */
function counts(source: Program, explore: Explore): readonly number[] {
  return COUNTED_MODELS.map((model) => {
    const { executions, failures } = explore(new LocalStates(source), { model });
    expect(failures).toEqual([]);
    return executions;
  });
}

describe('the oracle counts as others do', () => {
  it.each<readonly [Program, number, number, number]>([
    [storeBuffering(2), 3, 4, 4],
    [storeBuffering(3), 7, 8, 8],
    [storeBuffering(4), 15, 16, 16],
    [storeBuffering(3, 'seq_cst'), 7, 7, 7],
    [messagePassing(), 2, 2, 3],
    [readers(3), 8, 8, 8],
    [readers(5), 32, 32, 32],
    [increments(5), 120, 120, 120],
    // (N + 3) · 2^(N−2), which the published counts of 5 to 14 follow.
    [lastZero(3), 12, 12, 12],
    [lastZero(4), 28, 28, 28],
    [fibonacci(3), 141, 175, 175],
    [indexer(2), 1, 1, 1],
    [ticketLock(2, 1), 2, 2, 2],
    [ticketLock(2, 2), 6, 6, 6],
    [ticketLock(3, 1), 6, 6, 6],
    [clhLock(2, 1), 2, 2, 2],
    [clhLock(2, 2), 6, 6, 6],
    [clhLock(3, 1), 6, 6, 6],
  ])('$name', (source, ...expected) => {
    expect(counts(source, exploreAll)).toEqual(expected);
  });
});

describe.each(Object.entries(EXPLORERS))('the explorer %s counts as others do', (_name, explore) => {
  it.each(PEER_COUNTS.filter(({ size }) => size === 'small'))(
    '$name',
    { timeout: 60_000 },
    ({ make, sc, tso, pso }) => {
      expect(counts(make(), explore)).toEqual([sc, tso, pso]);
    },
  );
});
