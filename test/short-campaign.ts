import { expect } from 'vitest';
import { campaign } from '../campaigns/campaign.js';
import type { FrontEnd } from '../campaigns/front-end.js';
import type { Tally } from '../campaigns/tally.js';

// The short campaign that the tests run; `npm run campaign -- c` and `npm run campaign -- javascript` are for more programs.

const SEED = 1;

/** Compares Fencepost with the independent interpreter; the seed is fixed, so a failure can be repeated. */
export async function expectAgreement(frontEnd: FrontEnd, programs: number): Promise<Tally> {
  const different: number[] = [];
  const tally = await campaign(frontEnd, {
    programs,
    seed: SEED,
    shrink: false,
    onDifference: ({ seed }) => different.push(seed),
    onProgress: () => undefined,
  });
  expect(different).toEqual([]);
  return tally;
}

/** Each kind occurs at least this often; the numbers are well below how often it does. */
export function expectKinds(tally: Tally, kinds: Readonly<Record<string, number>>): void {
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, tally.get(kind)]));
  const short = Object.entries(kinds).filter(([kind, least]) => found[kind]! < least);
  expect(short, JSON.stringify(found)).toEqual([]);
}
