import type { ModelName, Operation, Program } from '@fencepost/core';
import { LocalStates, load, program, rmw, store, transform } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { counts } from './counts.js';
import { exploreMonitored } from '../src/index.js';

// A clock is no memory: what it shows is in no order with stores and loads, and the program is robust all the same.

const tick = { key: 'tick', apply: (time: number) => time + 1, ordersNothing: true };

interface Threads {
  readonly left: (x: number, y: number, clock: number) => readonly Operation[];
  readonly right: (x: number, y: number, clock: number) => readonly Operation[];
}

function withClock({ left, right }: Threads, isInput: boolean): Program {
  let clockAt = 0;
  const made = program('clock', (p) => {
    const [x, y, clock] = [p.variable('x'), p.variable('y'), p.variable('clock')].map(({ address }) => address) as [
      number,
      number,
      number,
    ];
    clockAt = clock;
    p.thread('left', function* () {
      yield* left(x, y, clock);
    });
    p.thread('right', function* () {
      yield* right(x, y, clock);
    });
  });
  return isInput ? { ...made, isInput: (address) => address === clockAt } : made;
}

const MODELS: readonly ModelName[] = ['tso', 'pso', 'rc11', 'arm64'];

describe('a store, and the clock; the clock, and a load', () => {
  const threads: Threads = {
    left: (x, _, clock) => [store(x, 1, 'relaxed'), transform(clock, tick)],
    right: (x, _, clock) => [transform(clock, tick), load(x, 'relaxed')],
  };

  it.each(MODELS)('under %s, the clock makes the difference, so none is counted', (model) => {
    expect(counts(withClock(threads, false), model)).toEqual([4, 1]);
    expect(counts(withClock(threads, true), model)).toEqual([4, 0]);
  });

  it.each(['load', 'rmw'])('by %s of a word that another thread advances', (kind) => {
    const look = (clock: number): Operation =>
      kind === 'load' ? load(clock, 'relaxed') : rmw('max', clock, 1, 'relaxed');
    const looking: Threads = {
      left: (x, _, clock) => [store(x, 1, 'relaxed'), look(clock)],
      right: (x, _, clock) => [rmw('add', clock, 1, 'relaxed'), load(x, 'relaxed')],
    };
    expect(counts(withClock(looking, false), 'arm64')[1]).toBeGreaterThan(0);
    expect(counts(withClock(looking, true), 'arm64')[1]).toBe(0);
  });
});

describe('store buffering with a look at the clock between', () => {
  const threads: Threads = {
    left: (x, y, clock) => [store(x, 1, 'relaxed'), transform(clock, tick), load(y, 'relaxed')],
    right: (x, y, clock) => [store(y, 1, 'relaxed'), transform(clock, tick), load(x, 'relaxed')],
  };

  it.each(MODELS)('is not robust under %s: two executions have both loads early', (model) => {
    expect(counts(withClock(threads, false), model)).toEqual([8, 4]);
    expect(counts(withClock(threads, true), model)).toEqual([8, 2]);
  });

  it.each(['tso', 'pso'] as const)('the monitor of %s sees it', (model) => {
    const { violations } = exploreMonitored(new LocalStates(withClock(threads, true)), { models: [model] });
    expect(violations).not.toEqual([]);
  });
});
