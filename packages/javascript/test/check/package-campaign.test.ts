import { Random } from '@fencepost/core';
import { expect, test } from 'vitest';
import { programsIn } from './explored.js';
import type { PackagePlan } from './package-files.js';
import { KINDS, MAKERS, cleanUp, filesFor, said } from './package-files.js';
import { CARRIERS, TOUCHES } from './package-ways.js';

// `npm run campaign -- packages` tries 500.
const PACKAGES = Number(process.env['FENCEPOST_PACKAGES'] ?? 24);

/** One in this many is excluded. */
const EXCLUDED = 5;

const random = new Random(20_261);
const below = (most: number): number => Math.floor(random.next() * most);
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;

/** A random package with a bug in how it counts; `isRacy: false` is the same without. */
function randomPlan(name: string): {
  readonly plan: PackagePlan;
  readonly words: string;
  readonly isExcluded: boolean;
} {
  const [carrierName, carrier] = one(Object.entries(CARRIERS));
  const [touchName, touch] = one(Object.entries(TOUCHES));
  const [kind, maker] = [one(KINDS), one(MAKERS)];
  const isExcluded = below(EXCLUDED) === 0;
  const words = [carrierName, touchName, kind, maker, ...(isExcluded ? ['excluded'] : [])].join('; ');
  return { plan: { name, kind, maker, carrier, touch, isRacy: true }, words, isExcluded };
}

test(
  `${PACKAGES} random packages: no bug in them is called safe, and correct ones do not fail`,
  { timeout: 60_000 + PACKAGES * 4000 },
  async () => {
    const wrong: string[] = [];
    const tally: Record<string, number> = {};
    for (let i = 0; i < PACKAGES; i++) {
      const { plan, words, isExcluded } = randomPlan(`p${i}`);
      for (const isRacy of [true, false]) {
        const [program] = await programsIn(filesFor([{ ...plan, isRacy }]), { exclude: isExcluded ? ['p*'] : [] });
        const verdict = said(program!);
        cleanUp();
        const key = `${isRacy ? 'racy' : 'correct'}${isExcluded ? ', excluded' : ''}: ${verdict}`;
        tally[key] = (tally[key] ?? 0) + 1;
        if (verdict === (isRacy ? 'safe' : 'failing')) wrong.push(`${words}: ${key}`);
      }
    }
    console.log(JSON.stringify(tally));
    expect(wrong).toEqual([]);
    // Most are seen.
    expect(tally['racy: failing']).toBeGreaterThan(PACKAGES / 2);
    expect(tally['correct: safe']).toBeGreaterThan(PACKAGES / 2);
  },
);
