import { LocalStates, load, lock, program, store, unlockByStore } from '@fencepost/core';
import { expect, it } from 'vitest';
import { testActively, toTheEnd } from '../src/index.js';

// The release of a spin lock is a store, and the end of its thread does not keep it from memory.
it.each(['tso', 'pso'] as const)('steered runs under %s do not keep spin locks forever', (model) => {
  const spin = program('spin lock', (p) => {
    const [mutex, x, y, n] = [p.mutex('mutex'), p.variable('x'), p.variable('y'), p.variable('n')];
    p.thread('left', function* () {
      yield store(x, 1);
      yield load(y);
      yield lock(mutex);
      yield store(n, (yield load(n)) + 1);
      yield unlockByStore(mutex);
    });
    p.thread('right', function* () {
      yield lock(mutex);
      yield store(n, (yield load(n)) + 1);
      yield unlockByStore(mutex);
      yield store(y, 1);
      yield load(x);
    });
  });
  const { failures, cycles } = toTheEnd(testActively(new LocalStates(spin), { model }));
  expect(failures).toEqual([]);
  expect(cycles.some(({ confirmed }) => confirmed > 0)).toBe(true);
});
