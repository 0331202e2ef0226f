import { isRestart } from '@fencepost/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorldAtomics } from '../../src/memory/atomics/atomics.js';
import type { ElementKind, TypedArray } from '../../src/memory/model/kinds.js';
import { KINDS } from '../../src/memory/model/kinds.js';
import { freshWorld, inWorld, runThread } from './fake-run.js';

const atomics = WorldAtomics as typeof Atomics;
const { load, store, add, compareExchange } = atomics;
type Call = (...args: readonly unknown[]) => unknown;

const int32 = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

describe('Atomics', () => {
  it('looks like the native one', () => {
    expect(Object.prototype.toString.call(atomics)).toBe('[object Atomics]');
    for (const name of Object.getOwnPropertyNames(Atomics)) {
      const [ours, native] = [Reflect.get(atomics, name) as Call, Reflect.get(Atomics, name) as Call];
      expect([ours.name, ours.length]).toEqual([native.name, native.length]);
    }
    expect(Object.keys(atomics)).toEqual([]);
    expect('pause' in atomics).toBe('pause' in Atomics);
    expect(atomics.isLockFree(4)).toBe(true);
  });

  it('makes one operation of each function', () => {
    const { result, operations } = runThread(int32, (view) => [
      store(view, 1, 2.7),
      load(view, 1),
      add(view, 1, 3),
      compareExchange(view, 1, 5, 9),
      compareExchange(view, 1, 5, 10),
      atomics.exchange(view, 1, -1),
      atomics.sub(view, 1, 1),
      view[1],
    ]);
    expect(result).toEqual([2, 2, 2, 5, 9, 9, -1, -2]);
    expect(operations).toEqual([
      'store 4@4=2 seq_cst',
      'load 4@4 seq_cst',
      'add 4@4=3 seq_cst',
      'cas 4@4=9 seq_cst',
      'cas 4@4=10 seq_cst',
      'exchange 4@4=-1 seq_cst',
      'sub 4@4=1 seq_cst',
    ]);
  });

  it('is silent on unshared views and in set-up code', () => {
    expect(
      runThread(
        () => new Int32Array(2),
        (view) => add(view, 0, 1),
      ).operations,
    ).toEqual([]);
    inWorld(freshWorld(), undefined, () => expect([add(int32(), 0, 1), atomics.notify(int32(), 0)]).toEqual([0, 0]));
  });

  it('agrees with the native one, with any arguments', () => {
    const names = ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'notify'];
    const values = fc.constantFrom<unknown>(
      0,
      1,
      2,
      -1,
      1.9,
      300,
      -70000,
      2 ** 31,
      NaN,
      Infinity,
      '1',
      null,
      undefined,
      true,
      {},
      0n,
      1n,
      -1n,
      2n ** 64n - 1n,
      Symbol.iterator,
    );
    const kinds = fc.constantFrom<ElementKind>(...KINDS);
    fc.assert(
      fc.property(
        kinds,
        fc.constantFrom(...names),
        fc.array(values, { maxLength: 3 }),
        fc.boolean(),
        (kind, name, args, isShared) => {
          const setUp = (): TypedArray => {
            const view = new kind.make(isShared ? new SharedArrayBuffer(16) : new ArrayBuffer(16));
            (view as Record<number, unknown>)[1] = kind.isBig ? -1n : 200;
            return view;
          };
          const act = (functions: object, view: TypedArray): unknown => {
            try {
              const result = (Reflect.get(functions, name) as Call)(view, ...args);
              return { result, view: [...view] };
            } catch (error) {
              if (isRestart(error)) throw error;
              return String(error).replace(/'.*'|\[object \w+\]/, '…');
            }
          };
          const expected = act(Atomics, setUp());
          expect(runThread(setUp, (view) => act(atomics, view)).result).toEqual(expected);
        },
      ),
      { numRuns: 800 },
    );
  });

  it('converts in the order of the language', () => {
    const log: string[] = [];
    const noted = (name: string, value: number): number =>
      ({ valueOf: () => (log.push(name), value) }) as unknown as number;
    runThread(int32, (view) => {
      compareExchange(view, noted('index', 0), noted('expected', 0), noted('replacement', 1));
      expect(() => load(new Float32Array(new SharedArrayBuffer(4)) as never, noted('never', 0))).toThrow(TypeError);
      expect(() => store(view, noted('too large', 2), noted('never', 0))).toThrow(RangeError);
    });
    expect(log).toEqual(['index', 'expected', 'replacement', 'too large']);
  });

  it('refuses atomics of different sizes on the same bytes', () => {
    const mixed = (): unknown =>
      runThread(int32, (view) => {
        store(view, 0, 1);
        store(new Int8Array(view.buffer), 0, 1);
      });
    expect(mixed).toThrow(expect.objectContaining({ code: 'MIXED_SIZE' }) as Error);
  });
});
