import { Random } from '@fencepost/core';
import { expect, test } from 'vitest';
import { failuresOf } from '../check/explored.js';
import type { AssembledFunction } from './assemble.js';
import { F32, F64, I32, I64, assemble, bytesText, get } from './assemble.js';

// Every instruction that accesses memory, with random operands: native, in set-up code and in a thread.

interface Instruction {
  readonly bytes: readonly number[];
  readonly operands: readonly number[];
  readonly result?: number;
  readonly size: number;
  readonly isAtomic: boolean;
}

const LOADS: readonly (readonly [type: number, size: number])[] = [
  [I32, 4], [I64, 8], [F32, 4], [F64, 8], [I32, 1], [I32, 1], [I32, 2], [I32, 2],
  [I64, 1], [I64, 1], [I64, 2], [I64, 2], [I64, 4], [I64, 4],
]; // prettier-ignore
const STORES: readonly (readonly [type: number, size: number])[] = [
  [I32, 4], [I64, 8], [F32, 4], [F64, 8], [I32, 1], [I32, 2], [I64, 1], [I64, 2], [I64, 4],
]; // prettier-ignore
const ATOMICS: readonly (readonly [type: number, size: number])[] = [
  [I32, 4], [I64, 8], [I32, 1], [I32, 2], [I64, 1], [I64, 2], [I64, 4],
]; // prettier-ignore
const OPERANDS = [0, 1, 1, 1, 1, 1, 1, 1, 2];

const OFFSET = 3;
const memoryArgument = (size: number, isAtomic: boolean): readonly number[] => [
  isAtomic ? Math.log2(size) : 0,
  isAtomic ? 8 : OFFSET,
];

const INSTRUCTIONS: readonly Instruction[] = [
  ...LOADS.map(([result, size], i) => ({
    ...{ bytes: [0x28 + i, ...memoryArgument(size, false)], operands: [], result, size, isAtomic: false },
  })),
  ...STORES.map(([type, size], i) => ({
    ...{ bytes: [0x36 + i, ...memoryArgument(size, false)], operands: [type], size, isAtomic: false },
  })),
  ...OPERANDS.flatMap((count, kind) =>
    ATOMICS.map(([type, size], i) => ({
      bytes: [0xfe, 0x10 + 7 * kind + i, ...memoryArgument(size, true)],
      operands: Array.from({ length: count }, () => type),
      ...(kind === 1 ? {} : { result: type }),
      size,
      isAtomic: true,
    })),
  ),
];

/** From and to i64. */
const FROM: Readonly<Record<number, readonly number[]>> = {
  [I32]: [0xa7],
  [I64]: [],
  [F32]: [0xa7, 0xbe],
  [F64]: [0xbf],
};
const TO: Readonly<Record<number, readonly number[]>> = {
  [I32]: [0xac],
  [I64]: [],
  [F32]: [0xbc, 0xac],
  [F64]: [0xbd],
};

function functionOf({ bytes, operands, result }: Instruction, i: number): AssembledFunction {
  return {
    name: `f${i}`,
    parameters: [I32, I64, I64],
    results: [I64],
    code: [
      ...get(0),
      ...operands.flatMap((type, k) => [...get(1 + k), ...FROM[type]!]),
      ...bytes,
      ...(result === undefined ? [0x42, 0] : TO[result]!),
    ],
  };
}

const RANGES: readonly AssembledFunction[] = [
  { name: 'copy', parameters: [I32, I32, I32], code: [...get(0), ...get(1), ...get(2), 0xfc, 10, 0, 0] },
  { name: 'fill', parameters: [I32, I32, I32], code: [...get(0), ...get(1), ...get(2), 0xfc, 11, 0] },
  { name: 'init', parameters: [I32, I32, I32], code: [...get(0), ...get(1), ...get(2), 0xfc, 8, 1, 0] },
  { name: 'drop', code: [0xfc, 9, 1] },
  { name: 'size', results: [I32], code: [0x3f, 0] },
  { name: 'grow', parameters: [I32], results: [I32], code: [...get(0), 0x40, 0] },
  { name: 'fence', code: [0xfe, 3, 0] },
  { name: 'notify', parameters: [I32, I32], results: [I32], code: [...get(0), ...get(1), 0xfe, 0, 2, 0] },
  { name: 'wait32', parameters: [I32, I32], results: [I32], code: [...get(0), ...get(1), 0x42, 0, 0xfe, 1, 2, 0] },
  { name: 'wait64', parameters: [I32, I64], results: [I32], code: [...get(0), ...get(1), 0x42, 0, 0xfe, 2, 3, 0] },
];

const MODULE = {
  functions: [...INSTRUCTIONS.map(functionOf), ...RANGES],
  data: [{ at: 16, bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, { bytes: [10, 20, 30, 40, 50, 60, 70, 80] }],
};

const PAGE = 65_536;
const EDGES = [0, 1, 5, 8, PAGE - 16, PAGE - 12, PAGE - 9, PAGE - 8, PAGE - 4, PAGE - 1, PAGE, -1, -8, -4];
const VALUES = [
  '0',
  '1',
  '-1',
  '0x7ff4000000000001',
  '0x7fa00001',
  '0x8000000000000000',
  '0x123456789abcdef0',
  '255',
  '0x1ff',
];

/** `apart`: atomic accesses of different sizes do not meet. */
function calls(seed: number, count: number, apart: boolean): readonly string[] {
  const random = new Random(seed);
  const below = (count: number): number => Math.floor(random.next() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  return Array.from({ length: count }, () => {
    const what = below(10);
    if (what === 0) {
      const range = (): string => `${below(40)}, ${below(60)}, ${below(12)}`;
      const at = pick(['0', '4', '8', '64', '65532', '65536', '-4', '2']);
      const [at4, at8] = apart ? ['4000', '8000'] : [at, at];
      return pick([
        `copy(${range()})`, `fill(${range()})`, `init(${range()})`, `init(${below(40)}, ${below(10)}, 3)`,
        `copy(65530, 0, ${below(9)})`, `fill(65530, 7, ${below(9)})`, 'size()', 'fence()', `grow(${below(2)})`,
        `notify(${at}, 1)`, `wait32(${at4}, 77)`, `wait64(${at8}, 77n)`, ...(below(9) === 0 ? ['drop()'] : []),
      ]); // prettier-ignore
    }
    const i = below(INSTRUCTIONS.length);
    const { size, isAtomic } = INSTRUCTIONS[i]!;
    const near = isAtomic && apart ? 1000 * size + 8 * below(3) : below(50);
    const address = below(4) === 0 && !apart ? pick(EDGES) : near;
    return `f${i}(${address}, ${pick(VALUES)}n, ${pick(VALUES)}n)`;
  });
}

/** What all calls return or throw. */
const RUN = `(instance, calls) => calls.map((call) => {
  try { return String(call(instance.exports)); } catch (error) { return error.name + ': ' + error.message; }
})`;
/** What is in memory then. */
const FOUND = `(memory) => [...new Uint8Array(memory.buffer).entries()].filter(([, byte]) => byte !== 0).join(' ')`;

function natively(list: readonly string[]): string {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the same text runs in the check
  const run = new Function(
    'bytes',
    `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
     const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m: memory } });
     const results = (${RUN})(instance, ${listOf(list)});
     return JSON.stringify([results, (${FOUND})(memory)]);`,
  ) as (bytes: Uint8Array) => string;
  return run(assemble(MODULE));
}

const SET_UP = `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(${bytesText(MODULE)}), { e: { m: memory } });`;

const listOf = (list: readonly string[]): string => `[${list.map((call) => `(x) => x.${call}`).join()}]`;

test.each([1])('set-up code: every instruction agrees with its native execution, seed %i', async (seed) => {
  const list = calls(seed, 600, false);
  const [failure] = await failuresOf(`${SET_UP} const got = (${RUN})(instance, ${listOf(list)});
    t.thread('one', () => 0);
    t.after(() => { throw new Error(JSON.stringify([got, (${FOUND})(memory)])); });`);
  expect(failure).toBe(`assertion: ${natively(list)}`);
});

test.each([5])('a thread: every instruction agrees with its native execution, seed %i', async (seed) => {
  const list = calls(seed, 200, true);
  const [failure] = await failuresOf(`${SET_UP} t.thread('one', () => (${RUN})(instance, ${listOf(list)}));
    t.after(({ one }) => { throw new Error(JSON.stringify([one, (${FOUND})(memory)])); });`);
  expect(failure).toBe(`assertion: ${natively(list)}`);
});
