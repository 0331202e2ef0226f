import { describe, expect, it } from 'vitest';
import { assemble, native, rewritten } from './machine.js';

// Each instruction, in a module of its own: what the rewritten module does with the description of the access is what the
// original does with its memory.

const BYTES = Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 201) % 256);
const OFFSET = 5;

/** `i64.load8_s` has 64-bit operands of one signed byte. */
interface Instruction {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

const plain = (kind: 'load' | 'store', ...names: readonly string[]): readonly Instruction[] =>
  names.map((name) => {
    const [type = '', form = ''] = name.split('.');
    const bits = /\d+/.exec(form.replace(kind, ''))?.[0] ?? type.slice(1);
    return { name, type, size: Number(bits) / 8 };
  });

const LOADS = plain(
  'load',
  ...['i32.load', 'i64.load', 'f32.load', 'f64.load', 'i32.load8_s', 'i32.load8_u', 'i32.load16_s', 'i32.load16_u'],
  ...['i64.load8_s', 'i64.load8_u', 'i64.load16_s', 'i64.load16_u', 'i64.load32_s', 'i64.load32_u'],
);
const STORES = plain(
  'store',
  ...['i32.store', 'i64.store', 'f32.store', 'f64.store', 'i32.store8', 'i32.store16'],
  ...['i64.store8', 'i64.store16', 'i64.store32'],
);

/** The forms of an atomic operation: `i32.atomic.rmw8.add_u`. */
const FORMS = [
  ['i32', ''],
  ['i64', ''],
  ['i32', '8'],
  ['i32', '16'],
  ['i64', '8'],
  ['i64', '16'],
  ['i64', '32'],
] as const;
const atomics = (nameOf: (type: string, bits: string) => string): readonly Instruction[] =>
  FORMS.map(([type, bits]) => ({
    name: nameOf(type, bits),
    type,
    size: Number(bits === '' ? type.slice(1) : bits) / 8,
  }));
const ATOMIC_LOADS = atomics((type, bits) => `${type}.atomic.load${bits}${bits && '_u'}`);
const ATOMIC_STORES = atomics((type, bits) => `${type}.atomic.store${bits}`);
const UPDATES = ['add', 'sub', 'and', 'or', 'xor', 'xchg'].flatMap((kind) =>
  atomics((type, bits) => `${type}.atomic.rmw${bits}.${kind}${bits && '_u'}`).map((each) => ({ ...each, kind })),
);
const EXCHANGES = atomics((type, bits) => `${type}.atomic.rmw${bits}.cmpxchg${bits && '_u'}`);

const moduleOf = (code: string): Uint8Array => assemble(`(module (memory (export "memory") 1 4 shared) ${code})`);

/** What both return and leave in memory for the same arguments. */
function compared(bytes: Uint8Array, ...args: readonly (number | bigint)[]): ReturnType<typeof rewritten> {
  const [original, visible] = [native(bytes), rewritten(bytes)];
  for (const { memory } of [original, visible]) memory.set(BYTES);
  expect(visible.call('f', ...args)).toBe(original.call('f', ...args));
  expect(visible.memory.slice(0, 80)).toEqual(original.memory.slice(0, 80));
  // One access, told once.
  expect(visible.code.accesses).toHaveLength(1);
  expect(visible.calls).toHaveLength(1);
  return visible;
}

const zero = (type: string): number | bigint => (type === 'i64' ? 0n : 0);

describe('loads', () => {
  it.each(LOADS)('$name', ({ name, type, size }) => {
    const bytes = moduleOf(`(func (export "f") (param i32) (result ${type}) (${name} offset=${OFFSET} (local.get 0)))`);
    for (const address of [0, 8, 17]) compared(bytes, address);
    expect(compared(bytes, 3).code.accesses[0]).toMatchObject({
      ...{ kind: 'load', size, offset: OFFSET, memory: 0, isAtomic: false, isSigned: name.endsWith('_s') },
      ...{ isFloat: type.startsWith('f'), isWide: type.endsWith('64'), place: { function: 0 } },
    });
  });

  it.each(ATOMIC_LOADS)('$name', ({ name, type, size }) => {
    const bytes = moduleOf(`(func (export "f") (param i32) (result ${type}) (${name} offset=8 (local.get 0)))`);
    const { code } = compared(bytes, 16);
    expect(code.accesses[0]).toMatchObject({ kind: 'load', size, offset: 8, isAtomic: true, isWide: type === 'i64' });
  });
});

describe('stores', () => {
  it.each(STORES)('$name', ({ name, type, size }) => {
    const bytes = moduleOf(
      `(func (export "f") (param i32 ${type}) (${name} offset=${OFFSET} (local.get 0) (local.get 1)))`,
    );
    const value = type === 'i64' ? -0x1234_5678_9abc_def1n : type.startsWith('f') ? -1234.5678 : -0x1234_5671;
    const { code } = compared(bytes, 11, value);
    expect(code.accesses[0]).toMatchObject({ kind: 'store', size, offset: OFFSET, isAtomic: false });
  });

  it.each(ATOMIC_STORES)('$name', ({ name, type, size }) => {
    const bytes = moduleOf(`(func (export "f") (param i32 ${type}) (${name} offset=8 (local.get 0) (local.get 1)))`);
    const { code } = compared(bytes, 16, type === 'i64' ? -0x1234_5678_9abc_def1n : -0x1234_5671);
    expect(code.accesses[0]).toMatchObject({ kind: 'store', size, offset: 8, isAtomic: true });
  });

  it('keep every bit of a NaN', () => {
    const bytes = moduleOf(`
      (func (export "f") (param i32)
        (f32.store (i32.const 40) (f32.load (local.get 0)))
        (f64.store (i32.const 48) (f64.load (i32.const 8))))`);
    const { memory, call } = rewritten(bytes);
    const signalling = [1, 2, 0xa0, 0x7f, 0, 0, 0, 0, 3, 4, 5, 6, 7, 8, 0xf4, 0x7f];
    memory.set(signalling);
    call('f', 0);
    expect([...memory.slice(40, 44), ...memory.slice(48, 56)]).toEqual([
      ...signalling.slice(0, 4),
      ...signalling.slice(8),
    ]);
  });
});

describe('updates', () => {
  it.each(UPDATES)('$name', ({ name, type, size, kind }) => {
    const bytes = moduleOf(
      `(func (export "f") (param i32 ${type}) (result ${type}) (${name} offset=8 (local.get 0) (local.get 1)))`,
    );
    const { code } = compared(bytes, 24, type === 'i64' ? -0x0f1e_2d3c_4b5a_6978n : -0x0f1e_2d3c);
    const expected = kind === 'xchg' ? 'exchange' : kind;
    expect(code.accesses[0]).toMatchObject({ kind: expected, size, offset: 8, isAtomic: true, isWide: type === 'i64' });
  });

  it.each(EXCHANGES)('$name', ({ name, type, size }) => {
    const operands = '(local.get 0) (local.get 1) (local.get 2)';
    const bytes = moduleOf(
      `(func (export "f") (param i32 ${type} ${type}) (result ${type}) (${name} offset=8 ${operands}))`,
    );
    const there = BYTES.slice(16, 16 + size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const equal = type === 'i64' ? BigInt.asIntN(64, there) : Number(BigInt.asIntN(32, there));
    const value = type === 'i64' ? -0x1122_3344_5566_7788n : -0x1122_3344;
    const { code, memory } = compared(bytes, 8, equal, value);
    expect(memory[16]).not.toBe(BYTES[16]);
    expect(compared(bytes, 8, zero(type), value).memory[16]).toBe(BYTES[16]);
    expect(code.accesses[0]).toMatchObject({ kind: 'cas', size, offset: 8, isAtomic: true });
  });
});

describe('waiting', () => {
  it('passes operands and returns the result of the helper', () => {
    const bytes = moduleOf(`
      (func (export "wait32") (result i32) (memory.atomic.wait32 offset=4 (i32.const 8) (i32.const -3) (i64.const -1)))
      (func (export "wait64") (result i32) (memory.atomic.wait64 (i32.const 16) (i64.const 5) (i64.const 1000)))
      (func (export "notify") (result i32) (memory.atomic.notify offset=4 (i32.const 8) (i32.const 2)))
      (func (export "fence") (atomic.fence))`);
    const { call, calls, code } = rewritten(bytes, {}, { wait32: () => 2, wait64: () => 1, notify: () => 6 });
    expect([call('wait32'), call('wait64'), call('notify'), call('fence')]).toEqual([2, 1, 6, undefined]);
    expect(calls).toEqual(['wait32 8 -3 -1 0', 'wait64 16 5 1000 1', 'notify 8 2 2', 'fence 3']);
    expect(code.accesses.map(({ kind, size, offset }) => [kind, size, offset])).toEqual([
      ['wait', 4, 4],
      ['wait', 8, 0],
      ['notify', 4, 4],
      ['fence', 0, 0],
    ]);
    expect(code.accesses.map(({ place }) => place.function)).toEqual([0, 1, 2, 3]);
  });
});

describe('whole memories', () => {
  it('are filled, copied, asked for their size, and grown by helpers', () => {
    const bytes = moduleOf(`
      (func (export "f") (param i32)
        (memory.fill (local.get 0) (i32.const 9) (i32.const 4))
        (memory.copy (i32.const 50) (local.get 0) (i32.const 6)))
      (func (export "size") (result i32) (memory.size))
      (func (export "grow") (result i32) (memory.grow (i32.const 2)))`);
    const [original, visible] = [native(bytes), rewritten(bytes, {}, { grow: (pages: number) => 100 + pages })];
    for (const { memory, call } of [original, visible]) {
      memory.set(BYTES);
      call('f', 7);
    }
    expect(visible.memory.slice(0, 80)).toEqual(original.memory.slice(0, 80));
    expect(visible.call('size')).toBe(1);
    expect(visible.call('grow')).toBe(102);
    expect(visible.code.accesses.map(({ kind }) => kind)).toEqual(['fill', 'copy', 'grow']);
  });
});
