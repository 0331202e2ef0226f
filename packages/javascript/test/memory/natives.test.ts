import { isRestart } from '@fencepost/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ElementKind, TypedArray } from '../../src/memory/model/kinds.js';
import { KINDS } from '../../src/memory/model/kinds.js';
import { installNatives } from '../../src/memory/natives/natives.js';
import { current } from '../../src/world/running/current.js';
import { runThread } from './fake-run.js';

installNatives();

const LENGTH = 5;
type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

function invoke(object: object, name: string, args: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(object, name) as Method, object, args);
}

/** What a test can compare: errors by their kind, results that are the view itself as such. */
function outcome(view: object, act: () => unknown): unknown {
  try {
    const result = act();
    if (result === view) return 'the view';
    return typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result
      ? [...(result as Iterable<unknown>)]
      : result;
  } catch (error) {
    if (isRestart(error)) throw error;
    return `throws ${(error as Error).name}`;
  }
}

interface Scene {
  readonly view: TypedArray;
  readonly other: TypedArray;
  readonly data: DataView;
}

interface Given {
  readonly kind: ElementKind;
  readonly otherKind: ElementKind;
  readonly initial: readonly number[];
  readonly shift: number;
}

type Memory = new (size: number) => SharedArrayBuffer | ArrayBuffer;

function scene({ kind, otherKind, initial, shift }: Given, memory: Memory): Scene {
  const buffer = new memory(80);
  const view = new kind.make(buffer).subarray(1, 1 + LENGTH);
  initial.forEach((value, i) => ((view as Record<number, unknown>)[i] = kind.isBig ? BigInt(value) : value));
  const other = new otherKind.make(shift < 0 ? new memory(40) : buffer).subarray(
    Math.max(shift, 0),
    3 + Math.max(shift, 0),
  );
  return { view, other, data: new DataView(buffer, 3) };
}

function bytesOf({ view, other }: Scene): readonly number[] {
  return [...new Uint8Array(view.buffer), ...new Uint8Array(other.buffer)];
}

/**
 * Does the same in a thread and natively, and compares results and memory. Natively on unshared memory: on shared memory V8
 * does not copy the source of `set` before it writes over it, as it should.
 */
function same(given: Given, act: (scene: Scene) => unknown): void {
  const native = scene(given, ArrayBuffer);
  const expected = outcome(native.view, () => act(native));
  const { result } = runThread(
    () => scene(given, SharedArrayBuffer),
    (made) => ({ made, got: outcome(made.view, () => act(made)) }),
  );
  expect(result.got).toEqual(expected);
  expect(bytesOf(result.made)).toEqual(bytesOf(native));
}

const numbers = fc.constantFrom<unknown>(
  0,
  1,
  -1,
  2,
  3,
  4,
  7,
  -2,
  -9,
  1.5,
  NaN,
  Infinity,
  -Infinity,
  undefined,
  null,
  '2',
  'x',
  {},
  true,
);
const bigs = fc.constantFrom<unknown>(0n, 1n, -1n, 2n, 300n, 2n ** 63n);
const callbacks = fc.constantFrom<unknown>(
  (value: number | bigint) => Number(value) > 1,
  (value: unknown) => value,
  (_value: unknown, index: number) => index === 2,
  (_value: unknown, index: number, array: TypedArray) => array[index] === array[0],
  function (this: unknown, value: unknown) {
    return this === undefined ? value : 0;
  },
);
const comparators = fc.constantFrom<unknown>(
  (a: number | bigint, b: number | bigint) => Number(b) - Number(a),
  undefined,
  null,
  () => 0,
);
const reducers = fc.constantFrom<unknown>(
  (sum: unknown, value: unknown, index: number) => `${String(sum)} ${String(value)} ${index}`,
);
const anything = fc.oneof(numbers, bigs);

/** Arguments by method; the others take up to three of anything. */
const argumentsOf: Readonly<Record<string, fc.Arbitrary<readonly unknown[]>>> = {
  ...Object.fromEntries(
    ['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'some'].map((name) => [
      name,
      fc.tuple(
        fc.oneof({ weight: 9, arbitrary: callbacks }, { weight: 1, arbitrary: numbers }),
        fc.constantFrom<unknown>(undefined, 'self'),
      ),
    ]),
  ),
  reduce: fc.oneof(fc.tuple(reducers), fc.tuple(reducers, anything)),
  reduceRight: fc.oneof(fc.tuple(reducers), fc.tuple(reducers, anything)),
  // Without a start, V8 forgets the end.
  fill: fc.array(anything, { maxLength: 3 }).filter((args) => args[1] !== undefined || args.length < 3),
  sort: fc.tuple(comparators),
  toSorted: fc.tuple(comparators),
  // V8 converts the value before an index that is wrong.
  with: fc.tuple(numbers, anything),
};
const METHODS = [
  'at', 'copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach',
  'includes', 'indexOf', 'join', 'keys', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', 'slice', 'some', 'sort',
  'toLocaleString', 'toReversed', 'toSorted', 'toString', 'values', 'with',
]; // prettier-ignore

const scenes = fc.record({
  kind: fc.constantFrom(...KINDS),
  otherKind: fc.constantFrom(...KINDS),
  initial: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: LENGTH, maxLength: LENGTH }),
  shift: fc.integer({ min: -1, max: 3 }),
});

describe('methods of shared typed arrays', () => {
  it.each(METHODS)('%s agrees with the native one', (name) => {
    const args = Object.hasOwn(argumentsOf, name) ? argumentsOf[name]! : fc.array(anything, { maxLength: 3 });
    fc.assert(
      fc.property(scenes, args, (given, list) => {
        same(given, ({ view }) => invoke(view, name, list));
      }),
      { numRuns: 100 },
    );
  });

  it('set agrees with the native one, from and to the same buffer, other ones and lists', () => {
    const sources = fc.constantFrom('shared', 'unshared', 'list', 'to unshared', 'nothing');
    fc.assert(
      fc.property(scenes, sources, numbers, (given, source, offset) => {
        same(given, ({ view, other }) => {
          const list = given.kind.isBig ? [1n, '2', true] : [1, '2', 300.5];
          const unshared = new given.otherKind.make(3);
          if (source === 'to unshared') {
            invoke(unshared, 'set', [view.subarray(0, 2), offset]);
            return unshared;
          }
          const from = { shared: other, unshared: unshared, list: list, nothing: undefined }[source];
          return invoke(view, 'set', [from, offset]);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('DataView methods agree with the native ones, at any offset and in both byte orders', () => {
    const offsets = fc.oneof(fc.integer({ min: 0, max: 12 }), numbers, fc.integer({ min: 60, max: 80 }));
    const names = KINDS.map(({ name }) => name).filter((name) => name !== 'Uint8Clamped');
    fc.assert(
      fc.property(
        scenes,
        fc.constantFrom(...names),
        offsets,
        anything,
        fc.boolean(),
        fc.boolean(),
        (given, name, offset, value, little, sets) => {
          same(given, ({ data }) => {
            if (sets) invoke(data, `set${name}`, [offset, value, little]);
            return invoke(data, `get${name}`, [offset, little]);
          });
        },
      ),
      { numRuns: 600 },
    );
  });

  it('keep their names and lengths, and cannot be constructed', () => {
    const fill = Reflect.get(Uint8Array.prototype, 'fill') as Method;
    expect([fill.name, fill.length]).toEqual(['fill', 1]);
    expect([Function.prototype.apply.name, Function.prototype.apply.length]).toEqual(['apply', 2]);
    expect(() => new (fill as unknown as new () => object)()).toThrow(TypeError);
    expect(Reflect.get(Int8Array.prototype, Symbol.iterator)).toBe(Reflect.get(Int8Array.prototype, 'values'));
  });
});

const three = (): Int32Array => {
  const view = new Int32Array(new SharedArrayBuffer(12));
  view.set([3, 1, 2]);
  return view;
};
const READS = ['load 4@0', 'load 4@4', 'load 4@8'];

describe('visible operations', () => {
  const cases: readonly (readonly [string, (view: Int32Array) => unknown, unknown, readonly string[]])[] = [
    ['for-of', (view) => [...iterate(view)], [3, 1, 2], READS],
    ['spread', (view) => [...view], [3, 1, 2], READS],
    ['array patterns read as far as they must', ([first]) => first, 3, ['load 4@0']],
    ['Array.from', (view) => Array.from(view), [3, 1, 2], READS],
    ['Int8Array.from', (view) => Int8Array.from(view), new Int8Array([3, 1, 2]), READS],
    ['new Set', (view) => new Set(view), new Set([3, 1, 2]), READS],
    ['arguments', (view) => Math.max(...view), 3, READS],
    ['apply', (view) => Math.max.apply(null, view as never), 3, READS],
    ['Reflect.apply', (view) => Reflect.apply(Math.max, null, view) as unknown, 3, READS],
    ['Reflect.construct', (view) => Reflect.construct(Array, view) as unknown, [3, 1, 2], READS],
    ['Array.prototype.slice.call', (view) => Array.prototype.slice.call(view, 1) as unknown, [1, 2], READS.slice(1)],
    ['Array.prototype.map.apply', (view) => Array.prototype.map.apply(view, [(x: unknown, _i: number, all: unknown) => all === view && x]), [3, 1, 2], READS],
    ['Array.prototype.values.call', (view) => [...Array.prototype.values.call(view)] as unknown, [3, 1, 2], READS],
    ['Object.entries', (view) => Object.entries(view), [['0', 3], ['1', 1], ['2', 2]], READS],
    ['Object.assign', (view) => Object.assign([], view), [3, 1, 2], READS],
    ['JSON.stringify', (view) => JSON.stringify(view), '{"0":3,"1":1,"2":2}', READS],
    ['JSON.stringify of a part', (view) => JSON.stringify({ a: [view] }), '{"a":[{"0":3,"1":1,"2":2}]}', READS],
    ['JSON.stringify and a replacer', (view) => JSON.stringify([9], (_key, value: unknown) => (value === 9 ? view : value)), '[{"0":3,"1":1,"2":2}]', READS],
    ['JSON.stringify and names', (view) => JSON.stringify(view, ['1']), '{"1":1}', ['load 4@4']],
    ['Reflect.get', (view) => Reflect.get(view, '1') as unknown, 1, ['load 4@4']],
    ['Reflect.set', (view) => Reflect.set(view, 1, 5), true, ['store 4@4=5']],
    ['templates', (view) => ''.concat(view as never), '3,1,2', READS],
    ['indexOf stops', (view) => view.indexOf(1), 1, READS.slice(0, 2)],
    ['fill', (view) => view.fill(7, 1).length, 3, ['store 4@4=7', 'store 4@8=7']],
    ['subarray', (view) => view.subarray(1).length, 2, []],
    ['sort', (view) => view.sort() === view, true, [...READS, 'store 4@0=1', 'store 4@4=2', 'store 4@8=3']],
    ['reverse', (view) => view.reverse() === view, true, ['load 4@0', 'load 4@8', 'store 4@0=2', 'store 4@8=3']],
    ['copyWithin goes backwards', (view) => view.copyWithin(1, 0) === view, true, ['load 4@4', 'store 4@8=1', 'load 4@0', 'store 4@4=3']],
    ['set within a buffer', (view) => view.set(view.subarray(0, 2), 1), undefined, ['load 4@0', 'load 4@4', 'store 4@4=3', 'store 4@8=1']],
    ['DataView', (view) => new DataView(view.buffer).getUint16(1, true), 0, ['load 4@0']],
    ['slice of a buffer', (view) => view.buffer.slice(4, 8).byteLength, 4, ['load 4@4', 'store 4@128=1']],
  ]; // prettier-ignore

  it.each(cases)('of %s', (_name, act, expected, operations) => {
    const outcome = runThread(three, (view) => {
      // Cells are there before ranges are accessed.
      view.forEach(() => undefined);
      return act(view);
    });
    expect(outcome.result).toEqual(expected);
    expect(outcome.operations.slice(3)).toEqual(operations);
  });

  it('come from where the native was called, for every callback', () => {
    const sites: number[] = [];
    runThread(
      three,
      (view) => {
        current.site = 7;
        view.forEach(() => (current.site = 9));
      },
      (_operation, guess) => (sites.push(current.site), guess),
    );
    expect(sites).toEqual([7, 7, 7]);
  });

  it('are made by iterators that set-up code has made', () => {
    const made = (): Iterator<number> => three().values();
    expect(runThread(made, (iterator) => iterator.next()).operations).toEqual(['load 4@0']);
  });

  it('do not stop where an iterator has ended', () => {
    runThread(three, (view) => {
      const iterator = view.values();
      expect([...iterator]).toEqual([3, 1, 2]);
      expect(iterator.next()).toEqual({ value: undefined, done: true });
      expect(Object.prototype.toString.call(iterator)).toBe('[object Array Iterator]');
    });
  });
});

function* iterate(view: Int32Array): Generator<number> {
  for (const value of view) yield value;
}
