import { describe, expect, it } from 'vitest';
import { SUSPENDED } from '../../src/world/running/current.js';
import { effects } from '../../src/world/time/effects.js';
import * as instruments from '../../src/memory/instruments/member-instruments.js';
import { key, part } from '../../src/memory/instruments/pattern-keys.js';
import { KINDS } from '../../src/memory/model/kinds.js';
import { shared } from '../../src/memory/views/views.js';
import { freshWorld, inWorld, runThread } from './fake-run.js';

const { r, w, inc, ref, pat, arg, cons, name } = instruments;
type Indexed = Parameters<typeof r>[0];
const SITE = 5;

function indexed(view: object): Indexed {
  return view as Indexed;
}

const int32 = (length: number): Indexed => indexed(new Int32Array(new SharedArrayBuffer(4 * length)));

describe('views', () => {
  it('are shared if their buffer is, and show no trace of having been looked at', () => {
    inWorld(freshWorld(), undefined, () => {
      const view = new Int32Array(new SharedArrayBuffer(16), 4, 2);
      expect(shared(view)).toMatchObject({ offset: 4, length: 2, kind: { name: 'Int32' } });
      expect(shared(view)).toBe(shared(view));
      expect(shared(new Int32Array(2))).toBeUndefined();
      expect(shared([1])).toBeUndefined();
      expect(shared(undefined)).toBeUndefined();
      expect(shared(new DataView(new SharedArrayBuffer(3)))).toMatchObject({ length: 3, kind: undefined });
      expect(Reflect.ownKeys(view)).toEqual(['0', '1']);
      expect(shared(Object.preventExtensions(new Int8Array(new SharedArrayBuffer(1))))).toBeDefined();
    });
  });

  it('that outlive a world have the addresses of the one that runs', () => {
    const view = new Int32Array(new SharedArrayBuffer(16));
    inWorld(freshWorld(), undefined, () => expect(shared(view)!.memory.base).toBe(64));
    inWorld(freshWorld(), undefined, () => {
      shared(new Int8Array(new SharedArrayBuffer(1000)));
      expect(shared(view)!.memory.base).toBeGreaterThan(1000);
    });
  });
});

describe('reading and writing elements', () => {
  it('is native and silent in set-up code', () => {
    inWorld(freshWorld(), undefined, () => {
      const view = int32(2);
      expect(w(view, 1, 7, SITE)).toBe(7);
      expect(r(view, 1, SITE)).toBe(7);
    });
  });

  it.skipIf(!('Float16Array' in globalThis))('knows the halves of newer versions of Node', () => {
    const { Float16Array } = globalThis as unknown as { Float16Array: new (buffer: SharedArrayBuffer) => object };
    const { result, operations } = runThread(
      () => indexed(new Float16Array(new SharedArrayBuffer(8))),
      (view) => [
        w(view, 1, 1.5, SITE),
        r(view, 1, SITE),
        w(view, 0, 1 / 3, SITE),
        r(view, 0, SITE),
        w(view, 3, NaN, SITE),
      ],
    );
    expect(result).toEqual([1.5, 1.5, 1 / 3, 0.333251953125, NaN]);
    expect(operations).toEqual(['store 2@2=15872', 'load 2@2', 'store 2@0=13653', 'load 2@0', 'store 2@6=32256']);
  });

  it('is one operation each in a thread, and later guesses know the stored values', () => {
    const { result, operations } = runThread(
      () => int32(2),
      (view) => [w(view, 1, 2 ** 31, SITE), r(view, 1, SITE), r(view, 0, SITE)],
    );
    expect(result).toEqual([2 ** 31, -(2 ** 31), 0]);
    expect(operations).toEqual(['store 4@4=-2147483648', 'load 4@4', 'load 4@0']);
  });

  it('takes the result of the operation, not the content of memory, and remembers it', () => {
    const { result } = runThread(
      () => int32(1),
      (view) => [r(view, 0, SITE), (view as unknown as Int32Array).at(0)],
      () => 42,
    );
    expect(result).toEqual([42, 42]);
  });

  it.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'converts %s as the language does',
    (_name, { make, isBig }) => {
      const values = isBig
        ? [0n, -1n, 2n ** 63n, 2n ** 64n + 5n, '12', true, 1, 'x', Symbol.iterator]
        : [
            0,
            -0,
            1.5,
            0.5,
            254.5,
            255.5,
            -1,
            300,
            2 ** 31,
            2 ** 32 + 3,
            NaN,
            Infinity,
            1e300,
            '7',
            true,
            null,
            undefined,
            {},
            1n,
          ];
      for (const value of values) {
        const write = (view: Indexed): unknown => {
          try {
            return [w(view, 0, value, SITE), r(view, 0, SITE)];
          } catch (error) {
            return (error as Error).message;
          }
        };
        const native = inWorld(freshWorld(), undefined, () => write(indexed(new make(1))));
        const { result } = runThread(() => indexed(new make(new SharedArrayBuffer(8))), write);
        expect(result).toEqual(native);
      }
    },
  );

  it('knows which keys are elements, which are missing ones, and which are properties', () => {
    const keys = [
      0,
      -0,
      '1',
      '-0',
      '01',
      '1.5',
      1.5,
      2,
      -1,
      NaN,
      'NaN',
      'Infinity',
      'length',
      '1e3',
      1n,
      null,
      [1],
      Symbol.toStringTag,
    ];
    const read = (view: Indexed): unknown => keys.map((key) => r(view, key as PropertyKey, SITE));
    const native = new Int32Array([5, 6]);
    const { result, operations } = runThread(() => {
      const view = new Int32Array(new SharedArrayBuffer(8));
      view.set([5, 6]);
      return indexed(view);
    }, read);
    expect(result).toEqual(inWorld(freshWorld(), undefined, () => read(indexed(native))));
    expect(operations).toEqual(['load 4@0', 'load 4@0', 'load 4@4', 'load 4@4', 'load 4@4']);
  });

  it('converts a value before it looks whether there is such an element', () => {
    const log: string[] = [];
    const value = { valueOf: () => (log.push('valueOf'), 3) };
    const { operations } = runThread(
      () => int32(1),
      (view) => {
        expect(w(view, 5, value, SITE)).toBe(value);
        w(view, 'name', value, SITE);
        expect(() => w(view, 0, 1n, SITE)).toThrow(TypeError);
      },
    );
    expect(log).toEqual(['valueOf']);
    expect(operations).toEqual([]);
  });

  it('leaves ordinary objects to the language', () => {
    const { operations } = runThread(
      () => int32(1),
      () => {
        const array = ['a'];
        expect(r(indexed(array), 0, SITE)).toBe('a');
        w(indexed(array), 1, 'b', SITE);
        expect(array).toEqual(['a', 'b']);
        expect(() => r(undefined as unknown as Indexed, 'x', SITE)).toThrow(
          "Cannot read properties of undefined (reading 'x')",
        );
        expect(() => w(indexed(Object.freeze([1])), 0, 2, SITE)).toThrow(TypeError);
      },
    );
    expect(operations).toEqual([]);
  });

  it('notes when something unshared changes', () => {
    const changes = (object: object, key: PropertyKey, value: unknown): number => {
      const before = effects.count;
      runThread(
        () => 0,
        () => w(indexed(object), key, value, SITE),
      );
      return effects.count - before;
    };
    expect(changes([1], 0, 1)).toBe(0);
    expect(changes([1], 0, 2)).toBe(1);
    expect(changes(new Int8Array(1), 0, 0)).toBe(0);
    expect(changes({ a: 1 }, 'a', 1)).toBe(1);
  });

  it('increments numbers and bigints, before or after', () => {
    const { result, operations } = runThread(
      () => [int32(1), indexed(new BigInt64Array(new SharedArrayBuffer(8)))] as const,
      ([numbers, bigs]) => [
        inc(numbers, 0, 1, false, SITE),
        inc(numbers, 0, 1, true, SITE),
        inc(bigs, 0, -1, true, SITE),
        inc(bigs, '0', 1, false, SITE),
      ],
    );
    expect(result).toEqual([0, 2, -1n, -1n]);
    expect(operations.slice(0, 4)).toEqual(['load 4@0', 'store 4@0=1', 'load 4@0', 'store 4@0=2']);
  });

  it('gives references and stand-ins for patterns', () => {
    const { result, operations } = runThread(
      () => int32(3),
      (view) => {
        let conversions = 0;
        const key = { toString: () => (conversions++, '1') };
        [ref(view, key, SITE).v] = [9];
        const reference = ref(view, key, SITE);
        reference.v = (reference.v as number) + 1;
        const { 1: one, length, ...rest } = pat(view, SITE) as { 1: number; length: number };
        return { one, length, rest, conversions, ordinary: pat([1], SITE) };
      },
    );
    expect(result).toEqual({ one: 10, length: 3, rest: { 0: 0, 2: 0 }, conversions: 2, ordinary: [1] });
    expect(operations).toEqual(['store 4@4=9', 'load 4@4', 'store 4@4=10', 'load 4@4', 'load 4@0', 'load 4@8']);
  });

  it('reads elements for patterns within patterns', () => {
    const { result, operations } = runThread(
      () => int32(3),
      (view) => {
        w(view, 1, 9, SITE);
        let conversions = 0;
        const computed = { toString: () => (conversions++, '1') };
        const take = ({ [part(computed)]: _noted, [key(SITE)]: value = 'none' }: Indexed): unknown => value;
        const takeLength = ({ [part('length')]: _noted, [key(SITE)]: value }: Indexed): unknown => value;
        const all = [
          take(view),
          take(indexed(['a', 'b'])),
          take(indexed(new Int32Array([1, 2]))),
          take({}),
          takeLength(view),
        ];
        return { all, conversions };
      },
    );
    expect(result).toEqual({ all: [9, 'b', 2, 'none', 3], conversions: 4 });
    expect(operations).toEqual(['store 4@4=9', 'load 4@4']);
  });

  it('copies for constructors of typed arrays only', () => {
    const { result, operations } = runThread(
      () => int32(2),
      (view) => {
        w(view, 1, 3, SITE);
        const copy = arg(Float64Array, view, SITE);
        return { isOther: copy !== view, made: cons(Float64Array, SITE, view), same: arg(Map, view, SITE) === view };
      },
    );
    expect(result).toEqual({ isOther: true, made: new Float64Array([0, 3]), same: true });
    expect(operations).toEqual(['store 4@4=3', 'load 4@0', 'load 4@4', 'load 4@0', 'load 4@4']);
  });

  it('remembers the names of buffers', () => {
    const world = freshWorld();
    inWorld(world, undefined, () => {
      const buffer = name(new SharedArrayBuffer(4), 'flags');
      expect(world.bufferOf(buffer).name).toBe('flags');
      expect(name(3, 'three')).toBe(3);
    });
  });

  it('lets the run be given up', () => {
    const suspend = (): never => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as runs do
      throw SUSPENDED;
    };
    let thrown: unknown;
    try {
      runThread(
        () => int32(1),
        (view) => r(view, 0, SITE),
        suspend,
      );
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(SUSPENDED);
  });
});

describe('accesses of different sizes', () => {
  const views = (): { bytes: Indexed; words: Indexed; wides: Indexed } => {
    const buffer = new SharedArrayBuffer(8);
    return {
      bytes: indexed(new Uint8Array(buffer)),
      words: indexed(new Int32Array(buffer)),
      wides: indexed(new BigInt64Array(buffer)),
    };
  };

  it('read parts of larger cells, and larger values from parts that are written', () => {
    const { result, operations } = runThread(views, ({ bytes, words }) => {
      w(words, 0, 0x01020304, SITE);
      const low = r(bytes, 0, SITE);
      w(bytes, 4, 0xff, SITE);
      return [low, r(words, 1, SITE)];
    });
    expect(result).toEqual([4, 255]);
    expect(operations).toEqual(['store 4@0=16909060', 'load 4@0', 'store 1@4=255', 'load 1@4', 'load 1@5', 'load 2@6']);
  });

  it('store larger values piece by piece', () => {
    const { result, operations } = runThread(views, ({ bytes, wides }) => {
      w(bytes, 0, 1, SITE);
      w(wides, 0, -2n, SITE);
      return [r(bytes, 0, SITE), r(wides, 0, SITE)];
    });
    expect(result).toEqual([254, -2n]);
    expect(operations.slice(0, 5)).toEqual([
      'store 1@0=1',
      'store 1@0=254',
      'store 1@1=255',
      'store 2@2=65535',
      'store 4@4=-1',
    ]);
  });
});
