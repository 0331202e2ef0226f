import { Buffer } from 'node:buffer';
import { isRestart } from '@fencepost/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { installNatives } from '../../src/memory/natives/natives.js';
import { replaceWasmMemory } from '../../src/wasm/memory.js';
import { globalValues, GLOBAL_NAMES } from '../../src/world/objects/global-names.js';
import { freshWorld, inWorld, runThread } from './fake-run.js';

installNatives();
replaceWasmMemory();

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

const TEXT = 'héllo wörld ';

function bufferIn(memory: ArrayBuffer | SharedArrayBuffer): Buffer {
  const whole = Buffer.from(memory as ArrayBuffer);
  for (let i = 0; i < 16; i++) whole[i] = Buffer.from(TEXT)[i % 14]!;
  return whole.subarray(1, 13);
}

const METHODS = Object.getOwnPropertyNames(Buffer.prototype).filter(
  (name) =>
    typeof Object.getOwnPropertyDescriptor(Buffer.prototype, name)!.value === 'function' &&
    !/^(constructor|inspect|toLocaleString)$/.test(name),
);

const small = fc.integer({ min: 0, max: 6 });
const odd = fc.constantFrom<unknown>(undefined, -1, 13, 1.5, NaN, null, {}, 'utf8');
const text = fc.constantFrom<unknown>('o', 'wör', '', '6869', 'aGk=');
const encoding = fc.constantFrom<unknown>('utf8', 'hex', 'latin1', 'base64', 'ucs2', undefined, 'nonsense');
const position = fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: odd });
const number = fc.constantFrom<unknown>(0, 1, 127, -1, 255, 65535, 1.5, 'x', 5n, -5n);

function argumentsOf(name: string): fc.Arbitrary<readonly unknown[]> {
  if (name === 'write')
    return fc.oneof(
      fc.tuple(text),
      fc.tuple(text, encoding),
      fc.tuple(text, position, encoding),
      fc.tuple(text, small, small, encoding),
    );
  if (name.endsWith('Write')) return fc.tuple(text, small, small);
  if (name.startsWith('write'))
    return fc.oneof(fc.tuple(number), fc.tuple(number, position), fc.tuple(number, position, small));
  if (name.startsWith('read') || name.endsWith('Slice'))
    return fc.oneof(fc.constant([]), fc.tuple(position), fc.tuple(position, small));
  if (name === 'toString') return fc.tuple(encoding, position, position);
  if (name === 'fill')
    return fc.oneof(
      fc.tuple(fc.oneof(text, number)),
      fc.tuple(text, encoding),
      fc.tuple(fc.oneof(text, number), position, position),
    );
  if (name === 'slice' || name === 'subarray') return fc.tuple(position, position);
  if (/^(lastIndexOf|indexOf|includes)$/.test(name))
    return fc.tuple(fc.oneof(text, number, fc.constant('self')), position);
  return fc.oneof(
    fc.constant(['self']),
    fc.constant(['other']),
    fc.tuple(fc.constantFrom('self', 'other'), position, position, position),
    fc.constant([]),
  );
}

function outcome(buffer: Buffer, act: () => unknown): unknown {
  try {
    const result = act();
    return result === buffer ? 'the buffer' : Buffer.isBuffer(result) ? [...result] : result;
  } catch (error) {
    if (isRestart(error)) throw error;
    return `throws ${(error as Error).name}`;
  }
}

describe('methods of shared Buffers', () => {
  it.each(METHODS)('%s agrees with the native one', (name) => {
    fc.assert(
      fc.property(argumentsOf(name), (given) => {
        const act = (buffer: Buffer): unknown => {
          const other = Buffer.alloc(4, 'o');
          const args = given.map((arg) => (arg === 'self' ? buffer.subarray(2, 6) : arg === 'other' ? other : arg));
          const result = outcome(buffer, () => Reflect.apply(Reflect.get(buffer, name) as Method, buffer, args));
          return { result, other: [...other] };
        };
        const native = bufferIn(new ArrayBuffer(16));
        const expected = { ...(act(native) as object), memory: [...new Uint8Array(native.buffer)] };
        const { result } = runThread(
          () => bufferIn(new SharedArrayBuffer(16)),
          (buffer) => ({ ...(act(buffer) as object), memory: [...new Uint8Array(buffer.buffer)] }),
        );
        expect(result).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  const cases: readonly (readonly [string, (buffer: Buffer) => unknown, readonly string[]])[] = [
    // In the order of Node: the first and the last byte before the others.
    ['readInt32LE', (buffer) => buffer.readInt32LE(3), ['load 1@4', 'load 1@7', 'load 1@5', 'load 1@6']],
    ['writeUInt16BE', (buffer) => buffer.writeUInt16BE(0x0102, 1), ['store 1@2=1', 'store 1@3=2']],
    ['swap16', (buffer) => buffer.subarray(3, 5).swap16(), ['load 1@4', 'load 1@5', 'store 1@4=111', 'store 1@5=108']],
    ['readInt8', (buffer) => buffer.readInt8(3), ['load 1@4']],
    ['writeUInt8', (buffer) => buffer.writeUInt8(3, 3), ['store 1@4=3']],
    ['toString', (buffer) => buffer.toString('latin1', 0, 2), ['load 1@1', 'load 1@2']],
    ['write', (buffer) => buffer.write('hi', 3), ['store 2@4=26984']],
    ['fill', (buffer) => buffer.fill(1, 3, 7), ['store 1@4=1', 'store 1@5=1', 'store 1@6=1', 'store 1@7=1']],
    ['copy', (buffer) => buffer.copy(buffer, 7, 3, 5), ['load 2@4', 'store 1@8=108', 'store 1@9=111']],
    ['Buffer.from', (buffer) => Buffer.from(buffer.subarray(0, 2)), ['load 1@1', 'load 1@2']],
    ['Buffer.concat', (buffer) => Buffer.concat([buffer.subarray(3, 4)]), ['load 1@4']],
    ['subarray', (buffer) => buffer.subarray(3), []],
    ['toJSON', (buffer) => JSON.stringify(buffer.subarray(3, 5)), ['load 2@4']],
    ['toJSON with a list of names', (buffer) => JSON.stringify(buffer.subarray(3, 5), ['type']), ['load 2@4']],
    ['toJSON of a part', (buffer) => JSON.stringify({ part: [buffer.subarray(3, 5)] }), ['load 2@4']],
    ['a bad offset', (buffer) => outcome(buffer, () => buffer.readInt8(12)), []],
  ]; // prettier-ignore

  it.each(cases)('%s accesses only the bytes it needs', (_name, act, operations) => {
    expect(runThread(() => bufferIn(new SharedArrayBuffer(16)), act).operations).toEqual(operations);
  });
});

describe('text', () => {
  it('is decoded from shared memory visibly', () => {
    const { result, operations } = runThread(
      () => bufferIn(new SharedArrayBuffer(16)).subarray(0, 4),
      (bytes) => [new TextDecoder('latin1').decode(bytes), new TextDecoder().decode(new Uint8Array([104, 105]))],
    );
    expect(result).toEqual(['Ã©ll', 'hi']);
    expect(operations).toEqual(['load 1@1', 'load 2@2', 'load 1@4']);
  });

  it('is encoded into shared memory visibly, as far as it goes', () => {
    const { result, operations } = runThread(
      () => new Uint8Array(new SharedArrayBuffer(8)),
      (bytes) => [new TextEncoder().encodeInto('abcd', bytes), new Uint8Array(bytes.buffer)[3]],
    );
    expect(result).toEqual([{ read: 4, written: 4 }, 100]);
    expect(operations).toEqual(['store 4@0=1684234849']);
  });
});

interface Digits extends Uint8Array {
  toHex(): string;
  toBase64(options?: object): string;
  setFromHex(text: string): { readonly written: number };
  setFromBase64(text: string, options?: object): { readonly written: number };
}

describe.skipIf(!('toHex' in Uint8Array.prototype))('digits', () => {
  const four = (): Digits => new Uint8Array(new SharedArrayBuffer(4)).fill(7) as Digits;

  it('are made of shared memory visibly', () => {
    const { result, operations } = runThread(four, (bytes) => [bytes.toHex(), bytes.toBase64({ omitPadding: true })]);
    expect(result).toEqual(['07070707', 'BwcHBw']);
    expect(operations).toEqual(['load 4@0', 'load 4@0']);
  });

  it('are written to shared memory visibly, as far as they go', () => {
    const { result, operations } = runThread(four, (bytes) => [
      bytes.setFromHex('0102').written,
      bytes.setFromBase64('AwQ=', { lastChunkHandling: 'strict' }).written,
      bytes.setFromHex('010203040506').written,
    ]);
    expect(result).toEqual([2, 2, 4]);
    expect(operations).toEqual(['store 2@0=513', 'store 2@0=1027', 'store 2@0=513', 'store 2@2=1027']);
  });

  it.each([
    ['setFromBase64', ['AQIDBA==!!']],
    ['setFromHex', ['01zz']],
    ['setFromHex', ['012']],
    ['setFromHex', [1]],
    ['setFromBase64', ['AQ==', { alphabet: 'none' }]],
  ] as const)('%s of wrong arguments writes the same as the native one: %j', (name, args) => {
    const act = (bytes: Uint8Array): unknown => {
      try {
        return Reflect.apply(Reflect.get(bytes, name) as Method, bytes, args);
      } catch (error) {
        if (isRestart(error)) throw error;
        return `${String(error)} ${[...bytes].join()}`;
      }
    };
    expect(runThread(four, act).result).toEqual(act(new Uint8Array(4).fill(7)));
  });
});

describe('SharedArrayBuffer', () => {
  const WorldBuffer = globalValues()[GLOBAL_NAMES.indexOf('SharedArrayBuffer')] as SharedArrayBufferConstructor;

  it('is known from its beginning, in the order in which buffers are made', () => {
    const world = freshWorld();
    inWorld(world, undefined, () => {
      const [first, second] = [new WorldBuffer(4), new WorldBuffer(8)];
      expect(world.buffers.get(second)!.base).toBeGreaterThan(world.buffers.get(first)!.base);
      expect(first).toBeInstanceOf(WorldBuffer);
      expect(first).toBeInstanceOf(SharedArrayBuffer);
      expect(first.constructor).toBe(WorldBuffer);
      class Mine extends WorldBuffer {}
      expect(new Mine(4)).toBeInstanceOf(Mine);
      expect(() => (WorldBuffer as unknown as () => void)()).toThrow(TypeError);
    });
  });

  it('is known when WebAssembly gives it out', () => {
    const world = freshWorld();
    inWorld(world, undefined, () => {
      const { buffer } = new WebAssembly.Memory({
        initial: 1,
        maximum: 1,
        shared: true,
      });
      expect([...world.buffers.keys()]).toContain(buffer);
    });
  });

  it.skipIf(!('toResizableBuffer' in WebAssembly.Memory.prototype))('is known when WebAssembly lets it grow', () => {
    const world = freshWorld();
    inWorld(world, undefined, () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
      const growing = (memory as unknown as { toResizableBuffer(): SharedArrayBuffer }).toResizableBuffer();
      expect([...world.buffers.keys()]).toEqual([growing]);
    });
  });

  it('may grow in set-up code only', () => {
    type Growable = SharedArrayBuffer & { grow(size: number): void };
    const make = (): Growable => Reflect.construct(WorldBuffer, [4, { maxByteLength: 16 }]);
    const { result } = runThread(
      () => {
        const buffer = make();
        const view = new Int32Array(buffer);
        expect(Reflect.apply(Reflect.get(view, 'at') as Method, view, [1])).toBeUndefined();
        buffer.grow(8);
        return { buffer, view };
      },
      ({ buffer, view }) => {
        expect(() => buffer.grow(16)).toThrow(expect.objectContaining({ code: 'JS_UNSUPPORTED' }) as Error);
        return [...view];
      },
    );
    expect(result).toEqual([0, 0]);
  });
});
