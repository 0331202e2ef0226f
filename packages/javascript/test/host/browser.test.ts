import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';
import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assert as ownAssert } from '../../src/host/browser/assert.js';
import { bytes } from '../../src/host/browser/bytes.js';
import { EventEmitter as OwnEmitter } from '../../src/host/browser/emitter.js';
import { paths } from '../../src/host/browser/paths.js';
import { sha256 } from '../../src/host/browser/sha256.js';
import { text } from '../../src/host/browser/text.js';
import { types } from '../../src/host/browser/types.js';

/* What the browser's host does is what Node does. */

const part = fc.constantFrom('a', 'b.ts', '.', '..', '', 'c d', 'ä%', '#?');
const file = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
const absolute = file.map((each) => `/${each}`);

it('paths', () => {
  fc.assert(
    fc.property(absolute, file, (a, b) => {
      const normal = path.posix.normalize(a).replace(/(?<=.)\/$/, '');
      expect(paths.resolve(a, b)).toBe(path.posix.resolve(a, b));
      expect(paths.relative(a, b)).toBe(path.posix.relative(path.posix.resolve('/', a), path.posix.resolve('/', b)));
      expect(paths.join('.', b).replace(/\/$/, '')).toBe(path.posix.join('.', b).replace(/\/$/, ''));
      expect([paths.dirname(normal), paths.basename(normal)]).toEqual([
        path.posix.dirname(normal),
        path.posix.basename(normal),
      ]);
      expect(paths.pathToFileURL(normal).href).toBe(pathToFileURL(normal).href);
      expect(paths.fileURLToPath(pathToFileURL(normal))).toBe(fileURLToPath(pathToFileURL(normal)));
    }),
  );
});

it('digests', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (given) => {
      expect(sha256(given)).toBe(createHash('sha256').update(given).digest('hex'));
    }),
  );
});

it('bytes as texts', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (given) => {
      expect([...bytes.fromText(bytes.toText(given))]).toEqual([...given]);
    }),
  );
});

class Spoof {
  readonly [Symbol.toStringTag] = 'Map';
}

const OBJECTS: readonly unknown[] = [
  ...[undefined, null, 0, 'x', Symbol('x'), 1n, {}, [], () => undefined, new Spoof(), Object.create(null) as object],
  ...[new Map(), new Set(), new Date(), /x/, RegExp.prototype, Map.prototype, new Error('x'), new TypeError('x')],
  ...[new DOMException('x'), Object.create(Error.prototype) as object, new ArrayBuffer(1), new SharedArrayBuffer(1)],
  ...[new Uint8Array(1), new BigInt64Array(1), new DataView(new ArrayBuffer(1)), Promise.resolve(), new WeakMap()],
  ...[
    Object(1) as object,
    Object('x') as object,
    Object(true) as object,
    Object(1n) as object,
    Object(Symbol('x')) as object,
    (function* () {
      yield 1;
    })(),
    (async function* () {
      yield Promise.resolve();
    })(),
  ],
];

it('types', () => {
  for (const name of Object.keys(types) as (keyof typeof types)[]) {
    if (name === 'isProxy') continue; // known only in a realm of ours
    const found = OBJECTS.map((value) => types[name](value));
    expect(found, name).toEqual(OBJECTS.map((value) => util.types[name](value)));
  }
});

describe('text', () => {
  it('of values', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true, withTypedArray: true }),
        (value) => {
          const line = {
            breakLength: Infinity,
            depth: Infinity,
            maxArrayLength: null,
            maxStringLength: null,
            sorted: true,
            compact: true,
          };
          expect(text.inspect(value, line)).toBe(util.inspect(value, line));
          expect(text.format('%s %O', value, value)).toBe(util.format('%s %O', value, value));
        },
      ),
      { numRuns: 300 },
    );
  });
});

const COMPARISONS = [
  'equal',
  'notEqual',
  'strictEqual',
  'notStrictEqual',
  'deepEqual',
  'notDeepEqual',
  'deepStrictEqual',
  'notDeepStrictEqual',
] as const;
const VALUES: readonly unknown[] = [
  ...[
    0,
    -0,
    1,
    NaN,
    '1',
    'abc',
    true,
    null,
    undefined,
    1n,
    Symbol.iterator,
    [],
    [1],
    ['1'],
    [1, 2],
    [undefined],
    new Array(1),
  ],
  ...[
    {},
    { a: 1 },
    { a: '1' },
    { a: 1, b: [2] },
    { a: 1, b: [3] },
    { b: [2], a: 1 },
    new Map([[1, 2]]),
    new Map([['1', 2]]),
  ],
  ...[
    new Map([[{ a: 1 }, 2]]),
    new Map([[{ a: 1 }, 3]]),
    new Set([1]),
    new Set(['1']),
    new Set([{ a: 1 }]),
    new Set([{ a: 2 }]),
  ],
  ...[
    new Date(0),
    new Date(1),
    /a/,
    /a/g,
    new Error('a'),
    new Error('b'),
    new TypeError('a'),
    Uint8Array.of(1),
    Uint8Array.of(2),
  ],
  ...[
    Int8Array.of(1),
    new ArrayBuffer(1),
    new Uint8Array([1]).buffer,
    Object(1) as object,
    Object(2) as object,
    Object('1') as object,
    Object.create(null) as object,
  ],
  ...[
    new Spoof(),
    { [Symbol.iterator]: 1 },
    { a: undefined },
    { b: undefined },
    Float32Array.of(-0),
    Float32Array.of(0),
  ],
];

function messageOf(action: () => void): string {
  try {
    action();
    return 'nothing';
  } catch (error) {
    return String((error as Partial<Error>).message)
      .replace(/\s+/g, ' ')
      .trim();
  }
}

describe('assertions', () => {
  it.each(COMPARISONS)('%s fails where that of Node does', (name) => {
    const wrong = new Error('wrong'); // to describe all the differences takes long
    for (const a of VALUES)
      for (const b of [...VALUES, structuredClone(typeof a === 'symbol' ? 1 : a)]) {
        const [own, native] = [
          messageOf(() => ownAssert[name](a, b, wrong)),
          messageOf(() => assert[name](a, b, wrong)),
        ];
        if ((own === 'nothing') !== (native === 'nothing')) expect([a, b, own]).toEqual([a, b, native]);
      }
  });

  it.each(COMPARISONS)('%s agrees with Node about short values', (name) => {
    const short = [0, 1, 'a', 'b', true, null, undefined, [1, 2], [1, 3], { a: 1 }, { a: 2, b: 1 }];
    for (const a of short)
      for (const b of short) {
        expect(messageOf(() => ownAssert[name](a, b))).toBe(messageOf(() => assert[name](a, b)));
        expect(messageOf(() => ownAssert[name](a, b, 'mine'))).toBe(messageOf(() => assert[name](a, b, 'mine')));
      }
  });

  it('of exceptions', () => {
    const thrower = (error: unknown) => () => {
      throw error;
    };
    const expected = [
      undefined,
      Error,
      TypeError,
      /x/,
      /y/,
      { message: 'x' },
      { message: 'y' },
      () => true,
      () => false,
    ];
    for (const error of [new Error('x'), new TypeError('y'), 'x'])
      for (const each of expected) {
        const [own, native] = [ownAssert, assert].map(
          (one) => messageOf(() => one.throws(thrower(error), each as Error)) === 'nothing',
        );
        expect([own, String(error), util.inspect(each)]).toEqual([native, String(error), util.inspect(each)]);
      }
    expect(messageOf(() => ownAssert.throws(() => 1))).toBe(messageOf(() => assert.throws(() => 1)));
    expect(messageOf(() => ownAssert.match('a', /b/))).toBe(messageOf(() => assert.match('a', /b/)));
  });
});

type Emitter = Pick<
  EventEmitter,
  | 'on'
  | 'once'
  | 'off'
  | 'prependListener'
  | 'prependOnceListener'
  | 'emit'
  | 'removeAllListeners'
  | 'eventNames'
  | 'listeners'
  | 'rawListeners'
  | 'listenerCount'
>;

it('emitters', () => {
  const step = fc.tuple(
    fc.constantFrom('on', 'once', 'off', 'prependListener', 'prependOnceListener', 'emit', 'removeAllListeners', 'all'),
    fc.constantFrom('a', 'b', 'error', 'newListener', 'removeListener'),
    fc.nat({ max: 2 }),
  );
  const told = (emitter: Emitter, steps: readonly (readonly [string, string, number])[]): string[] => {
    const log: string[] = [];
    const listeners = [0, 1, 2].map(
      (i) =>
        (...values: unknown[]) =>
          void log.push(`${i}: ${values.map(String).join(' ')}`),
    );
    listeners[2] = () => void (log.push('2'), emitter.off('a', listeners[0]!));
    for (const [name, type, i] of steps) {
      try {
        if (name === 'emit') log.push(String(emitter.emit(type, i)));
        else if (name === 'all') emitter.removeAllListeners();
        else if (name === 'removeAllListeners') emitter.removeAllListeners(type);
        else (emitter[name as 'on'] as (type: string, listener: unknown) => unknown)(type, listeners[i]);
      } catch (error) {
        log.push((error as Error).message);
      }
      log.push(
        emitter
          .eventNames()
          .map(
            (each) =>
              `${util.inspect(each)} ${emitter.listenerCount(each)} ${emitter
                .listeners(each)
                .map((one) => listeners.indexOf(one as never))
                .join()}`,
          )
          .join('; '),
      );
    }
    return log.map((line) => line.replace(/\(\.\.\.values\).*|\(\) =>.*|function \(\) \{ \[native code\] \}/s, 'f'));
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      expect(told(new OwnEmitter() as unknown as Emitter, steps)).toEqual(told(new EventEmitter(), steps));
    }),
    { numRuns: 300 },
  );
});

it('only the host of Node and the recorder import Node', () => {
  const sources = path.join(import.meta.dirname, '..', '..', 'src');
  const files = fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const own = files.filter((name) => !/^(?:host[\\/]node|record)[\\/]/.test(name));
  const importing = own.filter((name) =>
    // At the beginning of a line: tests that it writes import Node, too.
    /^(?:import|export)\b[^'"]*from 'node:|import\('node:/m.test(fs.readFileSync(path.join(sources, name), 'utf8')),
  );
  expect(importing).toEqual([]);
  const hosts = (folder: string): string[] =>
    fs.readdirSync(path.join(sources, 'host', folder)).filter((name) => /^\w+\.ts$/.test(name));
  const missing = hosts('node').filter((name) => !hosts('browser').includes(name));
  expect(missing).toEqual([]);
});
