import type { ModelName } from '@fencepost/core';
import { Random } from '@fencepost/core';
import { expect, test } from 'vitest';
import { endsOf, explore, programOf } from '../check/explored.js';
import { I32, bytesText, constant, get, set } from './assemble.js';

// Random programs, once in JavaScript and once in WebAssembly: they can end in the same ways under each model.

interface Operation {
  readonly javascript: string;
  readonly wasm: readonly number[];
  readonly hasResult: boolean;
}

type Make = (at: number, value: number) => Operation;
const ATOMIC = 0xfe;

const OPERATIONS: readonly Make[] = [
  (at) => ({ javascript: `words[${at / 4}]`, wasm: [...constant(at), 0x28, 2, 0], hasResult: true }),
  (at, value) => ({
    ...{ javascript: `words[${at / 4}] = ${value}`, hasResult: false },
    wasm: [...constant(at), ...constant(value), 0x36, 2, 0],
  }),
  (at) => ({
    javascript: `Atomics.load(words, ${at / 4})`,
    wasm: [...constant(at), ATOMIC, 0x10, 2, 0],
    hasResult: true,
  }),
  (at, value) => ({
    ...{ javascript: `Atomics.store(words, ${at / 4}, ${value})`, hasResult: false },
    wasm: [...constant(at), ...constant(value), ATOMIC, 0x17, 2, 0],
  }),
  ...(['add', 'sub', 'and', 'or', 'xor', 'exchange'] as const).map((name, i): Make => (at, value) => ({
    ...{ javascript: `Atomics.${name}(words, ${at / 4}, ${value})`, hasResult: true },
    wasm: [...constant(at), ...constant(value), ATOMIC, 0x1e + 7 * i, 2, 0],
  })),
  (at, value) => ({
    ...{ javascript: `Atomics.compareExchange(words, ${at / 4}, 0, ${value})`, hasResult: true },
    wasm: [...constant(at), ...constant(0), ...constant(value), ATOMIC, 0x48, 2, 0],
  }),
];

type Thread = readonly Operation[];

const inJavaScript = (thread: Thread): string =>
  `let seen = 0; ${thread.map(({ javascript, hasResult }) => (hasResult ? `seen = Math.imul(seen, 10) + ${javascript} | 0;` : `${javascript};`)).join(' ')} return seen;`;

/** seen = seen * 10 + value */
const inWasm = (thread: Thread): readonly number[] => [
  ...thread.flatMap(({ wasm, hasResult }) =>
    hasResult ? [...get(0), ...constant(10), 0x6c, ...wasm, 0x6a, ...set(0)] : wasm,
  ),
  ...get(0),
];

const AFTER = 't.after(({ one, two }) => { throw new Error([one, two, words[0], words[1]].join()); });';
const MEMORY = `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const words = new Int32Array(memory.buffer);`;

test.each([1, 2])('seed %i', async (seed) => {
  const random = new Random(seed);
  const below = (count: number): number => Math.floor(random.next() * count);
  // Half of the operations are plain: they are those that models reorder.
  const some = (): Operation =>
    OPERATIONS[below(2) === 0 ? below(2) : below(OPERATIONS.length)]!(4 * below(2), 1 + below(3));
  const threads: readonly Thread[] = ['one', 'two'].map(() => Array.from({ length: 3 }, some));
  const [one, two] = threads.map(inJavaScript);
  const module = {
    functions: threads.map((thread, i) => ({ name: `f${i}`, results: [I32], locals: [I32], code: inWasm(thread) })),
  };
  const javascript = `${MEMORY} t.thread('one', () => { ${one} }); t.thread('two', () => { ${two} }); ${AFTER}`;
  const instance = `const { exports } = new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), { e: { m: memory } });`;
  const wasm = `${MEMORY} ${instance} t.thread('one', () => exports.f0()); t.thread('two', () => exports.f1()); ${AFTER}`;
  const mixed = `${MEMORY} ${instance} t.thread('one', () => exports.f0()); t.thread('two', () => { ${two} }); ${AFTER}`;
  for (const model of ['sc', 'tso', 'arm64'] satisfies ModelName[]) {
    const ends = async (body: string): Promise<readonly string[]> =>
      endsOf(await programOf(body), (program) => explore(program, model));
    const expected = await ends(javascript);
    expect(expected.length).toBeGreaterThan(0);
    expect(await ends(wasm)).toEqual(expected);
    expect(await ends(mixed)).toEqual(expected);
  }
});
