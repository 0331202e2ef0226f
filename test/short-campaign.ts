import { isWhole, rotation } from '@fencepost/testing/rotation';
import { expect } from 'vitest';
import { campaign } from '../campaigns/campaign.js';
import type { FrontEnd } from '../campaigns/front-end.js';
import type { Tally } from '../campaigns/tally.js';

// The short campaign that the tests run; `npm run campaign -- c` and `npm run campaign -- javascript` are for more programs.

const SEED = 1;
/** A commit compares one of this many parts of the programs; `FENCEPOST_ROTATION=all` compares all. */
const PARTS = 3;
/** What occurs less often in all programs may be in none of a part. */
const RARE = 10;

/**
 * Compares Fencepost with the independent interpreter. The programs are always the same, so a failure is found again
 * with its seed; which part of them is compared depends on the commit.
 */
export async function expectAgreement(frontEnd: FrontEnd, programs: number): Promise<Tally> {
  const different: number[] = [];
  const part = isWhole ? programs : Math.ceil(programs / PARTS);
  const tally = await campaign(frontEnd, {
    programs: part,
    seed: isWhole ? SEED : SEED + (rotation % PARTS) * part,
    shrink: false,
    onDifference: ({ seed }) => different.push(seed),
    onProgress: () => undefined,
  });
  expect(different).toEqual([]);
  return tally;
}

/**
 * Each kind occurs at least this often in all programs; the numbers are well below how often it does. Half of its share
 * is expected of a part, and nothing of what is rare, as parts differ.
 */
export function expectKinds(tally: Tally, kinds: Readonly<Record<string, number>>): void {
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, tally.get(kind)]));
  const leastOf = (least: number): number => (isWhole ? least : least < RARE ? 0 : Math.floor(least / PARTS / 2));
  const short = Object.entries(kinds).filter(([kind, least]) => found[kind]! < leastOf(least));
  expect(short, JSON.stringify(found)).toEqual([]);
}
