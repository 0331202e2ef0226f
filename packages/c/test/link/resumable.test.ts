import { Reader, SECTION, sections } from '@fencepost/wasm';
import { describe, expect, it } from 'vitest';
import { lower64 } from '../../src/link/lower64.js';
import { resumable } from '../../src/link/resumable/module.js';
import { randomFunctions } from './random-functions.js';
import type { WasmFunction } from './tools.js';
import { hasClang, instantiate, stackLast, wasm64 } from './tools.js';

const AREA = 3 << 16;
const AREA_END = AREA + (1 << 16);

interface Run {
  readonly result: unknown;
  readonly calls: (number | bigint)[][];
}

/** The value of the nth call. */
const valueOf = (n: number): number => ((Math.imul(n + 1, 0x9e37_79b1) >>> 13) % 7) - 1;

/** The function runs from its beginning to its end. */
function straight(wasm: Uint8Array, name: string, args: readonly (number | bigint)[]): Run {
  const calls: Run['calls'] = [];
  const load = (...given: (number | bigint)[]): number => valueOf(calls.push(given) - 1);
  return { result: instantiate(wasm, importing(load))[name]!(...args), calls };
}

/** The function is left in each call of the import, and entered again in another instance. */
function interrupted(wasm: Uint8Array, name: string, args: readonly (number | bigint)[]): Run {
  const calls: Run['calls'] = [];
  let isResumed = false;
  let control: Record<string, WasmFunction> = {};
  const load = (...given: (number | bigint)[]): number => {
    if (isResumed) {
      control['asyncify_stop_rewind']!();
      isResumed = false;
      return valueOf(calls.length - 1);
    }
    calls.push(given);
    new DataView(memoryOf(control)).setUint32(AREA, AREA + 8, true);
    new DataView(memoryOf(control)).setUint32(AREA + 4, AREA_END, true);
    control['asyncify_start_unwind']!(AREA);
    return 0;
  };
  const module = new WebAssembly.Module(wasm);
  let saved = new Uint8Array();
  let stack: number | bigint | undefined;
  for (;;) {
    control = new WebAssembly.Instance(module, importing(load)).exports as typeof control;
    const pointer = control['__stack_pointer'] as unknown as WebAssembly.Global;
    if (stack !== undefined) {
      new Uint8Array(memoryOf(control)).set(saved);
      pointer.value = stack;
      control['asyncify_start_rewind']!(AREA);
      isResumed = true;
    }
    // A resumed function takes its arguments from its frame.
    const result = control[name]!(
      ...(stack === undefined ? args : args.map((arg) => (typeof arg === 'bigint' ? 0n : 0))),
    );
    if (control['asyncify_get_state']!() === 0) return { result, calls };
    control['asyncify_stop_unwind']!();
    saved = new Uint8Array(memoryOf(control).slice(0));
    stack = pointer.value;
  }
}

function importing(load4: (...args: (number | bigint)[]) => number): WebAssembly.Imports {
  return { fp: { load4 }, fpx: { ok: () => 7 } };
}

function memoryOf(exports: Record<string, WasmFunction>): ArrayBuffer {
  return (exports['memory'] as unknown as WebAssembly.Memory).buffer;
}

const IMPORTS = `
__attribute__((import_module("fp"), import_name("load4"))) int load(int label, int value);
__attribute__((import_module("fpx"), import_name("ok"))) int ok(void);
`;

const made = (source: string, names: readonly string[], level = '-O1'): Uint8Array => {
  const exports = names.map((name) => `--export=${name}`);
  // The memory has room for the frames behind the stack.
  const link = [...stackLast, '--global-base=1024', '--initial-memory=262144', ...exports];
  return lower64(wasm64([IMPORTS + source], [level, '-w', '-fno-inline'], link));
};

describe.skipIf(!hasClang)('a resumable module', () => {
  const source = `
static int inner(int x) { return load(1, x) * 10 + ok(); }
static int (*volatile pointer)(int) = inner;
int direct(int x) { return load(0, x) + inner(x + 1) * 100; }
int indirect(int x) { return pointer(x) + 1000 * load(2, x); }
int never(int x) { return ok() + x; }
int dead(int x) { int y = load(3, x); int z = load(4, y); return z; }
int kept(int x) { int y = load(3, x); int z = load(4, y); return z + x; }
int deep(int x) { char room[64]; for (int i = 0; i < 64; i++) room[i] = (char)load(i, x); return x < 0 ? 0 : deep(x) + room[x]; }
`;
  const names = ['direct', 'indirect', 'never', 'dead', 'kept', 'deep'];
  const plain = hasClang ? made(source, names) : new Uint8Array();

  it('continues where it was left', () => {
    const wasm = resumable(plain);
    for (const name of ['direct', 'indirect', 'never', 'dead', 'kept']) {
      expect(interrupted(wasm, name, [5])).toEqual(straight(plain, name, [5]));
      expect(straight(wasm, name, [5])).toEqual(straight(plain, name, [5]));
    }
  });

  it('leaves functions that cannot be suspended as they are', () => {
    const size = (wasm: Uint8Array, name: string): number => bodySize(wasm, name);
    const wasm = resumable(plain);
    expect(size(wasm, 'never')).toBe(size(plain, 'never'));
    expect(size(wasm, 'direct')).toBeGreaterThan(size(plain, 'direct'));
  });

  it('saves only what a function uses after the call', () => {
    const wasm = resumable(plain);
    /** Bytes of the frame at the second call. */
    const frame = (name: string): number => {
      let bytes = 0;
      let calls = 0;
      const exports = instantiate(
        wasm,
        importing(() => {
          if (calls++ === 0) return 1;
          new DataView(memoryOf(exports)).setUint32(AREA, AREA + 8, true);
          new DataView(memoryOf(exports)).setUint32(AREA + 4, AREA_END, true);
          exports['asyncify_start_unwind']!(AREA);
          return 0;
        }),
      );
      exports[name]!(5);
      bytes = new DataView(memoryOf(exports)).getUint32(AREA, true) - AREA - 8;
      return bytes;
    };
    expect(frame('dead')).toBe(4); // the number of the call
    expect(frame('kept')).toBe(8);
  });

  it('ends the program if there is no room for its frames', () => {
    const wasm = resumable(plain);
    let calls = 0;
    const exports = instantiate(
      wasm,
      importing(() => {
        if (calls++ < 640) return 0;
        new DataView(memoryOf(exports)).setUint32(AREA, AREA + 8, true);
        new DataView(memoryOf(exports)).setUint32(AREA + 4, AREA + 40, true);
        exports['asyncify_start_unwind']!(AREA);
        return 0;
      }),
    );
    expect(() => exports['deep']!(5)).toThrow(/unreachable/);
  });

  it.each(['-O0', '-O1', '-O2'])(
    'behaves like one that is never left: random functions, %s',
    { timeout: 60_000 },
    (level) => {
      const { text, functions } = randomFunctions(16, 4711);
      const random = made(text, functions, level);
      const wasm = resumable(random);
      let calls = 0;
      for (const name of functions) {
        for (const argument of [3]) {
          const expected = straight(random, name, [argument, 5n, 1.5]);
          calls += expected.calls.length;
          expect({ name, ...interrupted(wasm, name, [argument, 5n, 1.5]) }).toEqual({ name, ...expected });
        }
      }
      expect(calls).toBeGreaterThan(300);
    },
  );
});

/** The size of an exported function. */
function bodySize(wasm: Uint8Array, name: string): number {
  const text = (
    instantiate(
      wasm,
      importing(() => 0),
    )[name] as unknown as { name: string }
  ).name;
  const index = Number(text);
  let imported = 0;
  let size = -1;
  for (const { id, content } of sections(new Reader(wasm))) {
    if (id === SECTION.import) imported = content.unsigned();
    if (id !== SECTION.code) continue;
    for (let count = content.unsigned(), i = 0; i < count; i++) {
      const body = content.part(content.unsigned());
      if (i === index - imported) size = body.end - body.position;
    }
  }
  return size;
}
