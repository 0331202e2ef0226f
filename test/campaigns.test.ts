import { describe, expect, it } from 'vitest';
import { C } from '../campaigns/c/batch.js';
import { campaign } from '../campaigns/campaign.js';
import type { FrontEnd } from '../campaigns/front-end.js';
import { JAVASCRIPT } from '../campaigns/javascript/batch.js';
import type { Tally } from '../campaigns/tally.js';
import { canCompile } from '../packages/c/test/program/compiled.js';

// The quick part of `npm run campaign:c` and `npm run campaign:javascript`: no difference, and something of everything.

const PROGRAMS = 1000;
const SEED = 1;

async function run(frontEnd: FrontEnd): Promise<{ readonly tally: Tally; readonly different: readonly number[] }> {
  const different: number[] = [];
  const tally = await campaign(frontEnd, {
    programs: PROGRAMS,
    seed: SEED,
    shrink: false,
    onDifference: ({ seed }) => different.push(seed),
    onProgress: () => undefined,
  });
  return { tally, different };
}

/** How often a kind occurs at least: well below how often it does. */
function expectKinds(tally: Tally, kinds: Readonly<Record<string, number>>): void {
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, tally.get(kind)]));
  const short = Object.entries(kinds).filter(([kind, least]) => found[kind]! < least);
  expect(short, JSON.stringify(found)).toEqual([]);
}

describe('random programs and an own machine agree', { timeout: 900_000 }, () => {
  it.skipIf(!canCompile)('in C', async () => {
    const { tally, different } = await run(C);
    expect(different).toEqual([]);
    expectKinds(tally, {
      checks: 2500,
      safe: 900,
      failing: 300,
      deadlocks: 250,
      livelocks: 1,
      assertions: 50,
      'invalid accesses': 8,
      assumptions: 5,
      'early ends': 15,
      'several outcomes': 600,
      robust: 250,
      'not robust': 8,
      'with races': 12,
      'without races': 60,
    });
    expect(tally.get('unknown')).toBeLessThan(300);
  });

  it('in JavaScript', async () => {
    const { tally, different } = await run(JAVASCRIPT);
    expect(different).toEqual([]);
    expectKinds(tally, {
      checks: 2500,
      safe: 900,
      failing: 300,
      deadlocks: 250,
      livelocks: 1,
      assertions: 120,
      'several outcomes': 600,
      robust: 250,
      'not robust': 6,
      'with races': 80,
      'without races': 50,
    });
    expect(tally.get('unknown')).toBeLessThan(600);
  });
});
