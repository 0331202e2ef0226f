import type { ModelName, Operation, Place, Program } from '@fencepost/core';
import { LocalStates, exchange, fence, fetchAdd, load, lock, program, store, unlock } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { exploreAll } from '../src/index.js';

function counts(source: Program): Record<'sc' | 'tso' | 'pso' | 'pslo', string> {
  const count = (model: ModelName): string => {
    const found = exploreAll(new LocalStates(source), { model });
    return `${found.executions} traces, ${found.nonSequential} not SC, ${found.deadlocks} deadlocks`;
  };
  return { sc: count('sc'), tso: count('tso'), pso: count('pso'), pslo: count('pslo') };
}

describe('the oracle on the classics', () => {
  it('store buffering: one more trace as soon as stores are buffered', () => {
    const sb = program('sb', (p) => {
      const x = p.variable('x');
      const y = p.variable('y');
      p.thread('left', function* () {
        yield store(x, 1);
        return yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        return yield load(x);
      });
    });
    expect(counts(sb)).toEqual({
      sc: '3 traces, 0 not SC, 0 deadlocks',
      tso: '4 traces, 1 not SC, 0 deadlocks',
      pso: '4 traces, 1 not SC, 0 deadlocks',
      pslo: '4 traces, 1 not SC, 0 deadlocks',
    });
  });

  it('message passing breaks when stores pass stores, and when loads read old values', () => {
    const mp = (order: 'relaxed' | 'release'): Program =>
      program('mp', (p) => {
        const data = p.variable('data');
        const flag = p.variable('flag');
        p.thread('writer', function* () {
          yield store(data, 1);
          yield store(flag, 1, order);
        });
        p.thread('reader', function* () {
          const ready = yield load(flag);
          return ready === 1 ? yield load(data) : -1;
        });
      });
    expect(counts(mp('relaxed'))).toMatchObject({
      sc: '2 traces, 0 not SC, 0 deadlocks',
      tso: '2 traces, 0 not SC, 0 deadlocks',
      pso: '3 traces, 1 not SC, 0 deadlocks',
      pslo: '3 traces, 1 not SC, 0 deadlocks',
    });
    expect(counts(mp('release'))).toMatchObject({
      pso: '2 traces, 0 not SC, 0 deadlocks',
      pslo: '3 traces, 1 not SC, 0 deadlocks',
    });
  });

  it('a release between two loads does not order them, be it a store or an atomic', () => {
    const mp = (between: (z: Place) => Operation): Program =>
      program('mp', (p) => {
        const [data, flag, z] = [p.variable('data'), p.variable('flag'), p.variable('z')];
        p.thread('writer', function* () {
          yield store(data, 1);
          yield store(flag, 1, 'release');
        });
        p.thread('reader', function* () {
          const ready = yield load(flag);
          yield between(z);
          return ready === 1 ? yield load(data) : -1;
        });
      });
    for (const between of [
      (z: Place): Operation => store(z, 1, 'release'),
      (z: Place): Operation => exchange(z, 1, 'release'),
      (z: Place): Operation => exchange(z, 1, 'relaxed'),
    ]) {
      expect(counts(mp(between))).toMatchObject({ pslo: '3 traces, 1 not SC, 0 deadlocks' });
    }
    for (const order of ['acquire', 'acq_rel', 'seq_cst'] as const) {
      expect(counts(mp((z) => exchange(z, 1, order)))).toMatchObject({ pslo: '2 traces, 0 not SC, 0 deadlocks' });
    }
  });

  it('a store-store fence orders commits but does not wait for them', () => {
    // After the fence the load may still pass both stores: a fence that flushes would forbid a = b = 0.
    const sb = program('sb+ss', (p) => {
      const x = p.variable('x');
      const y = p.variable('y');
      p.thread('left', function* () {
        yield store(x, 1);
        yield fence('release');
        return yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield fence('release');
        return yield load(x);
      });
    });
    expect(counts(sb)).toMatchObject({
      tso: '4 traces, 1 not SC, 0 deadlocks',
      pso: '4 traces, 1 not SC, 0 deadlocks',
    });
  });

  it('mutexes exclude, and taken in opposite order they deadlock', () => {
    const ordered = (flip: boolean): Program =>
      program('locks', (p) => {
        const a = p.mutex('a');
        const b = p.mutex('b');
        const n = p.variable('n');
        const body = (first: typeof a, second: typeof a) =>
          function* (): Generator<Operation, void, number> {
            yield lock(first);
            yield lock(second);
            const value = yield load(n);
            yield store(n, value + 1);
            yield unlock(second);
            yield unlock(first);
          };
        p.thread('one', body(a, b));
        p.thread('two', flip ? body(b, a) : body(a, b));
      });
    expect(counts(ordered(false)).tso).toBe('2 traces, 0 not SC, 0 deadlocks');
    expect(counts(ordered(true)).tso).toBe('3 traces, 0 not SC, 1 deadlocks');
  });

  it('increments are counted by their order', () => {
    const inc = program('inc', (p) => {
      const n = p.variable('n');
      for (let i = 0; i < 4; i++) {
        p.thread(`t${i}`, function* () {
          return yield fetchAdd(n, 1);
        });
      }
    });
    expect(counts(inc).tso).toBe('24 traces, 0 not SC, 0 deadlocks');
  });
});
