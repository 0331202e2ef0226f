import { describe, expect, it } from 'vitest';
import type { HistorySpecification } from '../src/index.js';
import { HISTORY_SPECIFICATIONS, decideHistory } from '../src/index.js';
import { registerMachine, sequenceMachine } from '../src/observed/machines.js';
import { decideBySearch } from '../src/observed/search.js';
import { PLAIN, isExplainedByBruteForce, randomHistory } from './observed-histories.js';

const LIMIT = { isOver: () => false, configurations: 1_000_000 };
const SEED = Number(process.env['FENCEPOST_SEED'] ?? 1);
const EACH = Number(process.env['FENCEPOST_HISTORIES'] ?? 100);

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const unkeyed = (name: string): HistorySpecification => ({
  ...HISTORY_SPECIFICATIONS[name.split(' ')[0]!]!,
  isKeyed: false,
});

describe('random histories are decided as all orders of their calls say', () => {
  it.each([...Object.keys(PLAIN), 'bag'].flatMap((of) => [[of, true] as const, [of, false] as const]))(
    '%s, distinct values: %s',
    (of, areDistinct) => {
      const random = randomFrom(SEED * 7919 + of.length * 31 + Number(areDistinct));
      let explained = 0;
      for (let i = 0; i < EACH; i++) {
        const calls = randomHistory(of, 2 + Math.floor(random() * 6), random, areDistinct);
        const decided = decideHistory(calls, unkeyed(of), LIMIT);
        const isExplained = isExplainedByBruteForce(of, calls);
        if (isExplained) explained++;
        expect(decided.isCutOff).not.toBe(true);
        expect(decided.violation === undefined, JSON.stringify(calls)).toBe(isExplained);
      }
      expect(explained).toBeGreaterThan(EACH / 4);
      expect(explained).toBeLessThan(EACH);
    },
  );
});

const SOME = EACH / 4;

describe('decisions without search agree with the search', () => {
  const AGREEING = { queue: sequenceMachine(false), stack: sequenceMachine(true), register: registerMachine(null) };

  it.each(Object.keys(AGREEING) as (keyof typeof AGREEING)[])('%s, up to 40 calls', (of) => {
    const random = randomFrom(SEED * 104_729 + of.length);
    let explained = 0;
    for (let i = 0; i < SOME; i++) {
      const calls = randomHistory(of, 8 + Math.floor(random() * 33), random, true);
      const searched = decideBySearch(calls, AGREEING[of], LIMIT);
      expect(searched.isCutOff).toBeUndefined();
      if (searched.violation === undefined) explained++;
      const decided = decideHistory(calls, unkeyed(of), LIMIT);
      expect(decided.violation === undefined, JSON.stringify(calls)).toBe(searched.violation === undefined);
    }
    expect(explained).toBeGreaterThan(SOME / 4);
    expect(explained).toBeLessThan(SOME);
  });
});
