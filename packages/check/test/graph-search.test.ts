import { LocalStates } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { fetchAdd, load, program, store } from 'fencepost';
import { storeBuffering } from '@fencepost/testing';
import { describe, expect, it, vi } from 'vitest';
import { Check } from '../src/check/check-program.js';
import { GraphSearch } from '../src/search/graph-search.js';
import type { Stop } from '../src/search/searching.js';

/** One thread writes an array, another reads it: executions without number, each of them long. */
const copying = program('copying', (p) => {
  const places = Array.from({ length: 400 }, (_, i) => p.variable(`data${i}`));
  p.thread('writer', function* () {
    for (const place of places) yield store(place, 1);
  });
  p.thread('reader', function* () {
    for (const place of places) yield load(place);
  });
});

describe('a search among long executions', { timeout: 60_000 }, () => {
  it('can be stopped before its first part is explored', () => {
    const stop: Stop = { reason: undefined };
    const run = new Check(copying, { models: ['sc'] }, stop).run();
    let last = { executions: 0 };
    for (;;) {
      const { done, value } = run.next();
      if (done === true) {
        expect(value[0]).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'interrupt' } });
        expect(value[0]!.executions).toBeGreaterThan(0);
        // The one that was under way.
        expect(value[0]!.executions).toBeLessThanOrEqual(last.executions + 1);
        expect(value[0]!.executions).toBeLessThan(256);
        return;
      }
      last = value;
      stop.reason = 'interrupt';
    }
  });

  it('ends when its time is up', () => {
    const [check] = checkProgram(copying, { models: ['sc'], maxSeconds: 0.5 });
    expect(check).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'time' } });
  });

  it('takes no time for an estimate if it has none', () => {
    const search = new GraphSearch(new LocalStates(copying), 'sc', {
      ...{ budget: 20, all: false, seed: 1 },
      stop: { reason: undefined },
    });
    for (const _ of search.run());
    expect([search.executions, search.complete]).toEqual([20, false]);
    search.sample(0);
    expect(search.estimate).toBeUndefined();
  });
});

it('an incomplete search up to symmetry estimates the number of all executions', () => {
  const adding = program('adding', (p) => {
    const [sum, other] = [p.variable('sum'), p.variable('other')];
    for (const name of ['a', 'b', 'c', 'd']) {
      p.thread(name, function* () {
        for (let i = 0; i < 3; i++) {
          yield fetchAdd(sum, 1);
          yield load(other);
        }
      });
    }
  });
  const [check] = checkProgram(adding, { models: ['sc'], maxExecutions: 100 });
  const { executions, upToSymmetry, incomplete } = check!;
  expect(upToSymmetry).toBe(100);
  expect(executions).toBeGreaterThan(1000);
  // 12! / 3!^4, all but a few of them in classes of 4!. Estimates sample for some time: they differ, but not by that factor.
  const all = 369_600;
  expect(incomplete!.estimate!.low).toBeGreaterThan(executions);
  expect(incomplete!.estimate!.low).toBeLessThan(2 * all);
  expect(incomplete!.estimate!.high).toBeGreaterThan(all / 2);
  expect(incomplete!.covered).toContain(executions.toLocaleString('en'));
});

describe('a short search', () => {
  /** Explores with a clock that advances by this many milliseconds each time that it is read. */
  function samples(step: number): { readonly search: GraphSearch; readonly times: number } {
    let now = 0;
    const reading = vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
    try {
      const search = new GraphSearch(new LocalStates(storeBuffering(12)), 'tso', {
        ...{ budget: Infinity, all: true, seed: 1 },
        stop: { reason: undefined },
      });
      const sample = vi.spyOn(search, 'sample');
      for (const _ of search.run());
      expect(search.complete).toBe(true);
      return { search, times: sample.mock.calls.length };
    } finally {
      reading.mockRestore();
    }
  }

  it('is not estimated, as nobody would see it', () => {
    expect(samples(0.001).times).toBe(0);
    expect(samples(100).times).toBeGreaterThan(0);
  });
});
