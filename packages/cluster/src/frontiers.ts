import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SeedRange } from '@fencepost/check';
import { dividedSeeds } from '@fencepost/check';
import type { Frontier } from '@fencepost/explore';
import type { JobResult } from './explorer.js';
import type { Child } from './protocol.js';

/** Of a frontier: nobody divides the rest of a job into more than that. */
const MOST_BYTES = 256 << 20;
/** Of the estimate of a job: the database takes no more. */
const MOST_SIZE = 1e100;

/** Jobs share most of their text: about a tenth is left. */
export function encodeFrontier(frontier: Child['frontier']): Buffer {
  return deflateRawSync(JSON.stringify(frontier), { level: 1 });
}

/** null: everything. Throws if the bytes are no frontier. */
export function decodeFrontier(bytes: Buffer | null): Frontier | null {
  return bytes === null
    ? null
    : (JSON.parse(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8')) as Frontier);
}

/** Of a job that tests. null: all seeds of the search. */
export function decodeSeeds(bytes: Buffer | null): SeedRange | null {
  return decodeFrontier(bytes) as SeedRange | null;
}

/** Consecutive pieces, as equal as can be: what comes last in depth-first order is the largest, and alone if possible. */
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

/** What is left of a job, as at most so many new ones. */
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
