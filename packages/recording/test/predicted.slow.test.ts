import { describe, expect, it } from 'vitest';
import { checkReorderings } from '../src/predict/check-reorderings.js';
import { reorderingsOf } from '../src/predict/cuts.js';
import type { Predicted } from '../src/predict/predictor.js';
import { Predictor } from '../src/predict/predictor.js';
import { bruteForcePredictions } from './predicted-brute-force.js';
import type { RandomTrace } from './random-trace.js';
import { randomTrace } from './random-trace.js';

/** `npm run campaign -- recordings` takes more of them. */
const TRACES = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);

function predicted(run: RandomTrace): Predicted {
  const predictor = new Predictor(run.roots, true);
  run.feed(predictor.trace);
  return predictor.predicted();
}

const inOrder = (numbers: readonly number[]): string => numbers.toSorted((a, b) => a - b).join(' ');

const withSites = <T extends object>(run: T) => ({ ...run, siteOf: () => ({ file: 'run.c', line: 1 }) });

describe('prediction', () => {
  it('finds the races of all reorderings that keep the order of critical sections', { timeout: 3_600_000 }, () => {
    let races = 0;
    for (let seed = 0; seed < TRACES; seed++) {
      const run = randomTrace(seed, 8 + (seed % 9), seed % 3 === 0 ? 'locks' : 'accesses');
      const found = predicted(run);
      const expected = bruteForcePredictions(run.trace, run.roots);
      const pairs = new Set(found.races.map(({ last }) => inOrder(last.map(({ event }) => event))));
      expect(pairs, `seed ${seed}`).toEqual(expected.races);
      races += pairs.size;
      // With few sites, a pair is found if one of its accesses races.
      const few = ({ event }: { event: number }): number => event % 4;
      const merged = predicted(randomTrace(seed, run.trace.length, seed % 3 === 0 ? 'locks' : 'accesses', few));
      const sites = new Set(
        [...expected.races].map((pair) => inOrder(pair.split(' ').map((event) => Number(event) % 4))),
      );
      expect(new Set(merged.races.map(({ last }) => inOrder(last.map(({ site }) => site)))), `seed ${seed}`).toEqual(
        sites,
      );
      expect(
        checkReorderings(run, reorderingsOf(withSites(run), found.races)).filter((wrong) => wrong !== undefined),
      ).toEqual([]);
    }
    expect(races).toBeGreaterThan(TRACES / 10);
    if (TRACES > 300) console.log(`${races} predicted races in ${TRACES} traces`);
  });

  it('names the last events that have a place in the sources', () => {
    let named = 0;
    for (let seed = 0; seed < 100; seed++) {
      const run = randomTrace(seed, 16, 'accesses');
      const siteOf = (site: number) => (site % 2 === 0 ? { file: 'run.c', line: site } : undefined);
      const sites = reorderingsOf({ ...run, siteOf }, predicted(run).races).flatMap((each) => [...each.sites]);
      for (const site of sites) expect(site === -1 || site % 2 === 0).toBe(true);
      named += sites.filter((site) => site >= 0).length;
    }
    expect(named).toBeGreaterThan(10);
  });

  it('finds the deadlocks of all these reorderings', { timeout: 3_600_000 }, () => {
    let deadlocks = 0;
    for (let seed = 0; seed < TRACES; seed++) {
      const run = randomTrace(seed, 12 + (seed % 10), 'nested');
      const found = predicted(run).deadlocks!;
      const expected = bruteForcePredictions(run.trace, run.roots);
      const groups = (events: readonly number[]): string =>
        events
          .map((event) => {
            const each = run.trace[event]!;
            return `${each.t} ${'place' in each ? each.place : -1} ${run.held[event]!.join()}`;
          })
          .toSorted()
          .join('; ');
      const own = found.map(({ last }) => last.map(({ event }) => event));
      for (const events of own) expect(expected.deadlocks, `seed ${seed}`).toContain(inOrder(events));
      expect(new Set(own.map(groups)), `seed ${seed}`).toEqual(
        new Set([...expected.deadlocks].map((key) => groups(key.split(' ').map(Number)))),
      );
      deadlocks += own.length;
      expect(
        checkReorderings(run, reorderingsOf(withSites(run), found)).filter((wrong) => wrong !== undefined),
      ).toEqual([]);
    }
    expect(deadlocks).toBeGreaterThan(0);
    if (TRACES > 300) console.log(`${deadlocks} predicted deadlocks in ${TRACES} traces`);
  });
});
