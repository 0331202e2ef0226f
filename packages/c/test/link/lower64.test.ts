import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MalformedWasm } from '@fencepost/wasm';
import { lower64 } from '../../src/link/lower64.js';
import { ARITHMETIC_HELPERS, MEMORY_HELPERS } from '../../src/toolchain/helpers.js';
import { hasClang, instantiate, nativeLines, stackLast, wasm64 } from './tools.js';

const MEMORY = fileURLToPath(new URL('fixtures/memory.c', import.meta.url));
const CASES = 27;

describe.skipIf(!hasClang)('lower64', () => {
  it('computes the same results as the machine', { timeout: 30_000 }, () => {
    const expected = nativeLines(MEMORY, ['-DNATIVE', '-lm']);
    expect(expected).toHaveLength(CASES);
    for (const level of ['-O0', '-O2']) {
      const { test } = instantiate(
        lower64(wasm64([MEMORY, MEMORY_HELPERS, ARITHMETIC_HELPERS], [level, '-fno-builtin'], ['--export=test'])),
      );
      const actual = Array.from({ length: CASES }, (_, i) => String(BigInt.asUintN(64, test!(i) as bigint)));
      expect(actual, level).toEqual(expected);
    }
  });

  it('extends the results of memory.size and memory.grow', () => {
    const source = `
      long size(void) { return __builtin_wasm_memory_size(0); }
      long grow(long pages) { return __builtin_wasm_memory_grow(0, pages); }`;
    const { size, grow } = instantiate(lower64(wasm64([source], [], ['--export=size', '--export=grow'])));
    const before = size!() as bigint;
    expect(grow!(3n)).toBe(before);
    expect(size!()).toBe(before + 3n);
    expect(grow!(70_000n)).toBe(-1n);
  });

  it('cuts the addresses and lengths of bulk memory instructions', () => {
    const source = `
      static char from[64] = "abcdefghijklmnopqrstuvwxyz", to[64];
      int copy(long n) { __builtin_memcpy(to, from, n); return to[n - 1]; }
      int fill(int c, long n) { __builtin_memset(to, c, n); return to[n - 1] * 256 + to[n]; }`;
    const wasm = wasm64([source], ['-mbulk-memory'], ['--export=copy', '--export=fill']);
    const { copy, fill } = instantiate(lower64(wasm));
    expect(copy!(26n)).toBe('z'.charCodeAt(0));
    expect(fill!(7, 9n)).toBe(7 * 256 + 'j'.charCodeAt(0));
  });

  it('refuses calls by a number of more than 32 bits', () => {
    const source = `
      static int seven(void) { return 7; }
      long place(void) { return (long)seven; }
      int call(long f) { return ((int (*)(void))f)(); }`;
    const { place, call } = instantiate(lower64(wasm64([source], ['-O2'], ['--export=place', '--export=call'])));
    const seven = place!() as bigint;
    expect(call!(seven)).toBe(7);
    expect(() => call!(seven | (1n << 48n))).toThrow(WebAssembly.RuntimeError);
  });

  it('records the depth of the stack, and stops a program whose stack reaches the data', () => {
    const source = `
      int use(volatile char *);
      int depth(int n) { volatile char c[1000]; c[n] = 1; return n == 0 ? c[0] : depth(n - 1) + c[n]; }`;
    const flags = ['--export=depth', '--export=__data_end', '-z', 'stack-size=65536', '--global-base=65536'];
    const exports = instantiate(lower64(wasm64([source], [], [...flags, ...stackLast]))) as Record<string, unknown>;
    const value = (name: string): bigint => (exports[name] as WebAssembly.Global).value as bigint;
    const depth = exports['depth'] as (n: number) => number;
    const top = value('__fp_lowest');
    expect(top).toBe(value('__stack_pointer'));
    expect(depth(3)).toBe(4);
    expect(value('__fp_lowest')).toBeLessThanOrEqual(top - 4000n);
    expect(() => depth(100)).toThrow(WebAssembly.RuntimeError);
  });

  it('converts floats to integers with saturation', () => {
    const source = '\nlong convert(double x) { return (long)x; }\nint convert4(float x) { return (int)x; }';
    const wasm = wasm64([source], ['-mnontrapping-fptoint'], ['--export=convert', '--export=convert4']);
    const { convert, convert4 } = instantiate(lower64(wasm));
    expect(convert!(1e30)).toBe(2n ** 63n - 1n);
    expect(convert4!(-1e30)).toBe(-(2 ** 31));
  });

  it('keeps the names of functions and no other custom section', () => {
    const source =
      '\n__attribute__((noinline)) int helper(int x) { return x + 1; }\nint f(int x) { return helper(x); }';
    const module = new WebAssembly.Module(lower64(wasm64([source], ['-g'], ['--export=f'])));
    expect(WebAssembly.Module.customSections(module, 'name')).toHaveLength(1);
    expect(WebAssembly.Module.customSections(module, '.debug_info')).toHaveLength(0);
    expect(WebAssembly.Module.customSections(module, 'producers')).toHaveLength(0);
  });

  it('traps where an address does not fit into 32 bits', () => {
    const source = '\nint peek(long address) { return *(volatile int *)address; }';
    const { peek } = instantiate(lower64(wasm64([source], [], ['--export=peek'])));
    expect(() => peek!(-16n)).toThrow(/out of bounds/);
  });
});

/** A module of one function of this code, with a 64-bit memory. */
function moduleOf(code: readonly number[], memory: readonly number[] = [4, 1]): Uint8Array {
  const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 0, 0),
    ...section(3, 1, 0),
    ...section(5, 1, ...memory),
    ...section(10, 1, code.length + 2, 0, ...code, 0x0b),
  ]);
}

const DROP = 0x1a;
const address = [0x42, 0]; // i64.const 0
const offset = (...bytes: number[]): number[] => [...address, 0x28, 2, ...bytes, DROP];

describe('lower64 without a compiler', () => {
  it('gives a module that Node accepts', () => {
    const code = [...address, 0x41, 1, 0x36, 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0];
    expect(WebAssembly.validate(lower64(moduleOf(code)))).toBe(true);
  });

  it('keeps a 32-bit module as it is', () => {
    const wasm = moduleOf([0x41, 0, 0x28, 2, 0, DROP], [0, 1]);
    expect(lower64(wasm)).toEqual(wasm);
  });

  it('keeps offsets up to 2^32 - 1 and refuses larger ones', () => {
    expect(WebAssembly.validate(lower64(moduleOf(offset(0xff, 0xff, 0xff, 0xff, 0x0f))))).toBe(true);
    expect(() => lower64(moduleOf(offset(0x80, 0x80, 0x80, 0x80, 0x10)))).toThrow(
      new MalformedWasm('an offset of 4294967296 does not fit into 32 bits'),
    );
  });

  it.each([
    ['an unknown instruction', moduleOf([0xfe, 0]), 'unknown instruction 0xfe at byte 28'],
    ['an unknown prefixed instruction', moduleOf([0xfc, 17]), 'unknown instruction 0xfc 17 at byte 28'],
    ['a vector instruction', moduleOf([0xfd, 12]), 'unknown instruction 0xfd at byte 28'],
    ['a shared memory', moduleOf([], [7, 1, 1]), 'unknown flags of limits 7'],
    ['a huge memory', moduleOf([], [4, 0x80, 0x80, 0x80, 0x80, 0x10]), 'does not fit into 32 bits'],
    ['no module', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'not a WebAssembly module'],
    ['half a module', moduleOf([0x01]).subarray(0, 20), 'the module ends at byte 20'],
    ['an unknown section', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 13, 0), 'unknown section 13 at byte 8'],
    ['an endless number', moduleOf(offset(...Array<number>(11).fill(0x80), 0)), 'longer than ten bytes'],
  ])('refuses %s', (_, wasm, message) => {
    expect(() => lower64(wasm)).toThrow(MalformedWasm);
    expect(() => lower64(wasm)).toThrow(message);
  });
});
