import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Context } from '../../src/world/context/context.js';
import { Sites } from '../../src/world/context/sites.js';
import { cloneValue, decodeMessage, encodeMessage, openMessage } from '../../src/workers/messages.js';
import { MessageChannel } from '../../src/workers/message-port.js';
import { ModelPromise } from '../../src/async/promise.js';
import type { Role } from '../../src/world/running/world.js';
import { inWorld } from './simulation.js';

const context = new Context(new Sites());
const here: Role = { kind: 'set-up', thread: 0, name: 'here' };

function roundTrip(value: unknown): unknown {
  return inWorld(context, here, () => decodeMessage(encodeMessage(value)));
}

function cyclic(): unknown {
  const shared = { x: 1 };
  const cycle: Record<string, unknown> = { a: shared, b: [shared], map: new Map<unknown, unknown>([[shared, shared]]) };
  cycle['self'] = cycle;
  cycle['set'] = new Set([cycle, shared]);
  return cycle;
}

const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;

test.each([
  ['primitives', [undefined, null, true, '', 'é\ud800', 0, -0, NaN, Infinity, -Infinity, 1e300, 12n, -(2n ** 70n)]],
  ['objects', { a: 1, 1: 2, ['__proto__']: 'own', nested: { '': [] } }],
  ['class instances', new (class Point { x = 1; #y = 2; get sum(): number { return this.x + this.#y; } })()], // prettier-ignore
  ['holes', [1, , 3, , ,]], // prettier-ignore
  ['arrays with more', Object.assign([1, 2], { extra: 'yes' })],
  ['collections', [new Map<unknown, unknown>([[NaN, new Set([1, 'a'])], [{ k: 1 }, -0]]), new Set()]], // prettier-ignore
  ['dates and patterns', [new Date(5), new Date(NaN), /a(b)\/c/giu]],
  ['boxes', [Object(1), Object(''), Object(false), Object(3n), Object(-0)]],
  [
    'buffers',
    [
      buffer,
      new ArrayBuffer(0),
      new Uint16Array(buffer, 2, 2),
      new DataView(buffer, 1, 3),
      new Float64Array([1, -0, NaN]),
    ],
  ],
  ['big views', [new BigInt64Array([-1n]), new Uint8ClampedArray([300])]],
])('%s are cloned as the platform does', (_, value) => {
  expect(roundTrip(value)).toStrictEqual(structuredClone(value));
});

test('one object stays one object', () => {
  const clone = roundTrip(cyclic()) as {
    a: object;
    b: object[];
    self: unknown;
    map: Map<object, object>;
    set: Set<unknown>;
  };
  expect(clone.self).toBe(clone);
  expect(clone.b[0]).toBe(clone.a);
  expect(clone.map.get(clone.a)).toBe(clone.a);
  expect([...clone.set]).toEqual([clone, clone.a]);
  const [left, right] = roundTrip([new Uint8Array(buffer, 1), new Int16Array(buffer)]) as [Uint8Array, Int16Array];
  expect(left.buffer).toBe(right.buffer);
});

test('any plain data are cloned as the platform does, and the same content is the same message', () => {
  const data = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withNullPrototype: true,
  });
  const property = fc.property(data, (value) => {
    expect(roundTrip(value)).toStrictEqual(structuredClone(value));
    inWorld(context, here, () => {
      expect(encodeMessage(structuredClone(value))).toBe(encodeMessage(value));
    });
  });
  fc.assert(property, { numRuns: 300 });
});

test('different content is a different message', () => {
  const values = [0, -0, '0', [0], { 0: 0 }, 0n, null, undefined, [undefined], new Array(1), ['undefined'], NaN, 'NaN'];
  inWorld(context, here, () => {
    expect(new Set(values.map((value) => encodeMessage(value))).size).toBe(values.length);
  });
});

test('errors keep type, message and cause, and those lines of the stack that are of instrumented code', () => {
  const error = new RangeError('too far', { cause: new Error('why') });
  error.stack = 'RangeError: too far\n    at f (fencepost:/a.ts:3:4)\n    at run (/engine.js:1:1)';
  const clone = roundTrip(error) as RangeError;
  expect(clone).toBeInstanceOf(RangeError);
  expect(clone.message).toBe('too far');
  expect((clone.cause as Error).message).toBe('why');
  expect(clone.stack).toBe('RangeError: too far\n    at f (fencepost:/a.ts:3:4)');
  const other = roundTrip(Object.assign(new TypeError('t'), { name: 'Mine' })) as Error;
  expect(Object.getPrototypeOf(other)).toBe(Error.prototype);
});

test.each([
  ['functions', () => 1],
  ['symbols', Symbol('s')],
  ['methods of objects', { deep: [{ f() {} }] }], // eslint-disable-line @typescript-eslint/no-empty-function
  ['weak maps', new WeakMap()],
  ['promises', Promise.resolve()],
  ['iterators', [1][Symbol.iterator]()],
  ['proxies', new Proxy({}, {})],
])('%s cannot be cloned', (_, value) => {
  expect(() => structuredClone(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
  expect(() => roundTrip(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
});

test('promises of worlds cannot be cloned', () => {
  const send = (): unknown => encodeMessage(ModelPromise.resolve(1));
  expect(() => inWorld(context, here, send)).toThrow('#<Promise> could not be cloned.');
});

test('a Buffer is sent without the memory around it', () => {
  const clone = roundTrip(Buffer.from('abc')) as Uint8Array;
  expect(Buffer.isBuffer(clone)).toBe(false);
  expect([...clone]).toEqual([97, 98, 99]);
  expect(clone.buffer.byteLength).toBe(3);
});

test('shared memory is the same memory in the receiving world', () => {
  const message = inWorld(context, here, (world) => {
    const memory = new SharedArrayBuffer(16);
    const view = new Int32Array(memory, 4, 2);
    world.bufferOf(memory).initial[4] = 7;
    return { number: encodeMessage({ memory, view }), buffer: world.bufferOf(memory) };
  });
  inWorld(context, { kind: 'node worker', thread: 2, name: 'there' }, (world) => {
    const { memory, view } = decodeMessage(message.number) as { memory: SharedArrayBuffer; view: Int32Array };
    expect(view.buffer).toBe(memory);
    expect([view.byteOffset, view.length, view[0]]).toEqual([4, 2, 7]);
    expect(world.bufferOf(memory)).toBe(message.buffer);
    const again = decodeMessage(encodeMessage(memory)) as SharedArrayBuffer;
    expect(again).not.toBe(memory);
    expect(world.bufferOf(again)).toBe(message.buffer);
  });
});

test('transferred objects are gone', () => {
  inWorld(context, here, () => {
    const sent = new Uint8Array([1, 2, 3]);
    const { data } = openMessage(encodeMessage({ sent }, [sent.buffer]));
    expect(sent.buffer.byteLength).toBe(0);
    expect((data as { sent: Uint8Array }).sent).toEqual(new Uint8Array([1, 2, 3]));
    expect(() => encodeMessage(1, [sent.buffer])).toThrow('detached');
  });
});

test('ports are sent only by transfer', () => {
  inWorld(context, here, () => {
    const { port1, port2 } = new MessageChannel();
    expect(() => encodeMessage(port1)).toThrow('needs transfer');
    expect(() => encodeMessage(1, [port1, port1])).toThrow('duplicate MessagePort');
    expect(() => port1.postMessage(1, [port1])).toThrow('source port');
    expect(() => encodeMessage(1, [{}])).toThrow('invalid object in transferList');
    const { data, ports } = openMessage(encodeMessage({ port: port2 }, [port2]));
    expect(ports).toEqual([(data as { port: unknown }).port]);
  });
});

test('structuredClone of worlds is the same algorithm', () => {
  inWorld(context, here, () => {
    const memory = new SharedArrayBuffer(4);
    expect(cloneValue({ memory, n: 1 })).toEqual({ memory, n: 1 });
    const copy = (cloneValue({ memory }) as { memory: SharedArrayBuffer }).memory;
    expect(copy).not.toBe(memory);
    new Int32Array(memory)[0] = 7;
    expect(new Int32Array(copy)[0]).toBe(7);
    expect(() => cloneValue()).toThrow('must be specified');
  });
});
