import type { AssembledModule } from './assemble.js';
import { bytesText, constant } from './assemble.js';

export const MEMORY = 'const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });';
export const IMPORTS = '{ e: { m: memory } }';

// Memory arguments: alignment, offset.
export const load = (at: number): readonly number[] => [...constant(at), 0x28, 2, 0];
export const store = (at: number, value: readonly number[]): readonly number[] => [
  ...constant(at),
  ...value,
  0x36,
  2,
  0,
];
export const atomicLoad = (at: number): readonly number[] => [...constant(at), 0xfe, 0x10, 2, 0];
export const atomicStore = (at: number, value: readonly number[]): readonly number[] => [
  ...constant(at),
  ...value,
  0xfe,
  0x17,
  2,
  0,
];
export const atomicAdd = (at: number, value: number): readonly number[] => [
  ...constant(at),
  ...constant(value),
  0xfe,
  0x1e,
  2,
  0,
];
export const FENCE = [0xfe, 3, 0];
export const DROP = 0x1a;
export const ADD = 0x6a;
export const FOREVER = [0x42, 0x7f];
export const wait = (at: number, expected: number): readonly number[] => [
  ...constant(at),
  ...constant(expected),
  ...FOREVER,
  0xfe,
  1,
  2,
  0,
  DROP,
];
export const notify = (at: number): readonly number[] => [...constant(at), ...constant(1), 0xfe, 0, 2, 0, DROP];
/** Goes round while the code leaves something other than 0. */
export const loopWhile = (code: readonly number[]): readonly number[] => [0x03, 0x40, ...code, 0x0d, 0, 0x0b];
export const IS_ZERO = 0x45;

export const INCREMENT: AssembledModule = {
  functions: [
    { name: 'racy', code: store(0, [...load(0), ...constant(1), ADD]) },
    { name: 'atomic', code: [...atomicAdd(0, 1), DROP] },
  ],
};

export const setUp = (module: AssembledModule): string =>
  `${MEMORY} const words = new Int32Array(memory.buffer);
   const { exports } = new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), ${IMPORTS});`;

/** Two threads that call exports; `end`: a condition. */
export const twoThreads = (one: string, two: string, end = 'true'): string =>
  `t.thread('one', () => { ${one} }); t.thread('two', () => { ${two} });
   t.after(() => { if (!(${end})) throw new Error('wrong'); });`;
