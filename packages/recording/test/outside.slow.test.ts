import type { ModelName } from '@fencepost/core';
import { codeOf, fence, load, store } from '@fencepost/core';
import type { RecordedEvents, RecordedRun } from '@fencepost/recording';
import { explain, monitorEvents } from '@fencepost/recording';
import type { ScRun } from '@fencepost/testing';
import { SMALL_PROGRAMS, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { together } from '../src/monitor/together.js';
import { bruteForce } from './brute-force.js';

const MODELS: readonly ModelName[] = ['tso', 'pso'];

function named(run: Pick<RecordedRun, 'feed' | 'initialValue' | 'roots'>): RecordedRun {
  return {
    ...{ name: 'run', threadName: (t) => `t${t}`, placeName: (place) => `p${place}` },
    siteOf: (site) => ({ file: 'run', line: site + 1 }),
    ...{ feed: (events) => run.feed(events), initialValue: run.initialValue, roots: run.roots },
  };
}

/** Two threads, and what is found under a model. The site of an operation is its number. */
function found(model: ModelName, operations: readonly ((events: RecordedEvents, site: number) => void)[]): string[] {
  const feed = (events: RecordedEvents): number => {
    operations.forEach((each, i) => each(events, i + 1));
    return operations.length;
  };
  const run = named({ feed, initialValue: () => 0n, roots: 2 });
  const { departures } = monitorEvents(run, [model]);
  expect(explain(run, departures)).toHaveLength(departures.length);
  return departures.map(({ site, writeSite }) => `${site} before ${writeSite}`);
}

const LOAD = codeOf(load(0, 'relaxed'));
const STORE = codeOf(store(0, 0, 'relaxed'));
const SEQ_CST = codeOf(store(0, 0, 'seq_cst'));
const FENCE = codeOf(fence('seq_cst'));
const [X, Y, Z, W] = [0, 1, 2, 3] as const;
const loads = (t: number, place: number) => (events: RecordedEvents, site: number) => events.load(t, place, LOAD, site);
const stores = (t: number, place: number, code: number) => (events: RecordedEvents, site: number) =>
  events.store(t, place, code, site, 1, 0);
const sees = (t: number, place: number) => (events: RecordedEvents) => events.outside(t, place, 7, 0);
const fences = (t: number) => (events: RecordedEvents, site: number) => events.fence(t, FENCE, site);

describe('a write of uninstrumented code', () => {
  it('is no fence for the thread that sees it', () => {
    const left = [stores(0, X, STORE), sees(0, Z), loads(0, Z), loads(0, Y)];
    const right = [stores(1, Y, STORE), sees(1, W), loads(1, W), loads(1, X)];
    for (const model of MODELS) expect(found(model, [...left, ...right])).toEqual(['8 before 1']);
    const message = [stores(0, X, STORE), sees(0, Z), loads(0, Z), stores(0, Y, STORE), loads(1, Y), loads(1, X)];
    expect(found('pso', message)).toEqual(['6 before 1']);
    expect(found('tso', message)).toEqual([]);
  });

  it('is never reported itself', () => {
    // t0 sees X change and says so; t1 reads X afterwards.
    const run = [loads(0, X), sees(0, X), loads(0, X), stores(0, Y, STORE), loads(1, Y), loads(1, X)];
    for (const model of MODELS) expect(found(model, run)).toEqual([]);
  });

  it('comes after earlier accesses of its place', () => {
    // t1 has overlooked nothing of t0 when it sees what was written to X after t0 had read it.
    const before = [stores(0, Y, STORE), fences(0), loads(0, X)];
    const after = [sees(1, X), loads(1, X), stores(1, Z, SEQ_CST), loads(0, Z), loads(1, Y)];
    for (const model of MODELS) expect(found(model, [...before, ...after])).toEqual([]);
    // t0's store of X came before: a thread that learns of it through t1 does not overlook that store.
    const overwritten = [stores(0, X, STORE), sees(1, X), loads(1, X), stores(1, Y, SEQ_CST), loads(0, Y), loads(0, X)];
    for (const model of MODELS) expect(found(model, overwritten)).toEqual([]);
  });

  it.each(SMALL_PROGRAMS)(
    'makes no report that cannot happen: $threads threads',
    { timeout: 3_600_000 },
    ({ threads, operations }) => {
      let departures = 0;
      fc.assert(
        fc.property(
          randomProgram({ threads, operations: operations + 6 }),
          fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }),
          fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
          (source, choices, where) => {
            const run = withOutside(scRun(source, choices), where);
            const all = [...monitorEvents(named(run), MODELS).departures];
            expect(explain(named(run), all)).toHaveLength(all.length);
            all.push(...monitorEvents(named(run), ['arm64']).departures);
            for (const model of [...MODELS, 'arm64' as const]) {
              const possible = bruteForce(run, model);
              for (const { site, writeSite } of all.filter((each) => each.model === model)) {
                expect(possible).toContain(`${site} before ${writeSite}`);
                departures++;
              }
            }
          },
        ),
        { numRuns: Number(process.env['FENCEPOST_RECORDINGS'] ?? 180) / 3, seed: 19 },
      );
      expect(departures).toBeGreaterThan(0);
    },
  );
});

/** The same run, in which code without hooks writes the value that memory holds before some of the loads. */
function withOutside(run: ScRun, where: readonly boolean[]): ScRun {
  const feed = (events: RecordedEvents): number => {
    const memory = new Map<number, readonly [number, number]>();
    const nothing = (): void => undefined;
    let count = 0;
    const before: RecordedEvents = {
      ...{ failedSwap: nothing, fence: nothing, spawn: nothing, join: nothing, free: nothing, outside: nothing },
      load: (t, place) => {
        const [low, high] = memory.get(place) ?? [Number(run.initialValue(place)), 0];
        if (where[count++ % where.length] === true) events.outside(t, place, low, high);
      },
      store: (_t, place, _code, _site, low, high) => void memory.set(place, [low, high]),
      update: (_t, place, _code, _site, low, high) => void memory.set(place, [low, high]),
      swap: (_t, place, _code, _site, { low, high }) => void memory.set(place, [low, high]),
    };
    return run.feed(together([before, events]));
  };
  return { ...run, feed };
}
