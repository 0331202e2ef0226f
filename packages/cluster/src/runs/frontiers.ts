import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SeedRange } from '@fencepost/check';
import { dividedSeeds } from '@fencepost/check';
import { parseShared, stringifyShared } from '@fencepost/core';
import type { Frontier } from '@fencepost/explore';
import type { JobResult } from './explorer.js';
import type { Child } from './protocol.js';

/** Maximum size of a frontier. The rest of a job is never larger. */
const MOST_BYTES = 256 << 20;
/** Maximum estimate of a job. The database accepts no larger number. */
const MOST_SIZE = 1e100;

/** Compresses a frontier. What its jobs have in common is written once. */
export function encodeFrontier(frontier: Child['frontier']): Buffer {
  return deflateRawSync(stringifyShared(frontier), { level: 1 });
}

/** Decodes a frontier; null stands for the whole search. Throws if the bytes are not a frontier. */
export function decodeFrontier(bytes: Buffer | null): Frontier | null {
  return bytes === null
    ? null
    : (parseShared(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8')) as Frontier);
}

/** Decodes the seeds of a test job; null stands for all seeds of the search. */
export function decodeSeeds(bytes: Buffer | null): SeedRange | null {
  return decodeFrontier(bytes) as SeedRange | null;
}

/**
 * Divides a frontier into consecutive pieces of nearly equal size. The last job in depth-first order is the largest,
 * and is alone if possible.
 */
export function divided<T>(frontier: readonly T[], most: number): (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  const count = Math.min(most, frontier.length);
  for (let i = 0, from = 0; i < count; i++) {
    const to = from + Math.floor((frontier.length - from) / (count - i));
    pieces.push(frontier.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Returns the rest of a job as at most this many new jobs. */
export function childrenOf(result: JobResult, most: number): Child[] {
  if ('tally' in result) {
    const { seedsLeft } = result;
    return seedsLeft === null ? [] : dividedSeeds(seedsLeft, most).map((frontier) => ({ frontier }));
  }
  const { rest, sizes } = result;
  const jobs = rest.map((job, i) => ({ job, size: sizes[i]! }));
  return divided(jobs, most).map((piece) => ({
    frontier: piece.map(({ job }) => job),
    size: Math.min(MOST_SIZE, Math.round(piece.reduce((sum, { size }) => sum + size, 0))),
  }));
}
