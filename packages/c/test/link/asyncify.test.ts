import { describe, expect, it } from 'vitest';
import { asyncify, binaryenIdentity } from '../../src/link/asyncify.js';
import { lower64 } from '../../src/link/lower64.js';
import { locatePackage } from '../../src/toolchain/locate.js';
import { hasClang, hasWasmOpt, instantiate, wasm64 } from './tools.js';

const SOURCE = `
__attribute__((import_module("fp"), import_name("load4"))) int load(int label, int address);
__attribute__((import_module("fpx"), import_name("ok"))) int ok(void);
__attribute__((noinline)) static int inner(int x) { return load(1, x) * 10 + ok(); }
static int (*volatile pointer)(int) = inner;
int direct(int x) { return load(0, x) + inner(x + 1) * 100; }
int indirect(int x) { return pointer(x) + 1000 * load(2, x); }
int never(int x) { return ok() + x; }
`;

/** Runs a function that leaves at each load and is entered there again. */
function drive(wasm: Uint8Array, name: string, argument: number): { result: unknown; loads: number[][] } {
  const loads: number[][] = [];
  const data = 1024;
  let rewinding = false;
  const load4 = (label: number, address: number): number => {
    if (rewinding) {
      exports['asyncify_stop_rewind']!();
      rewinding = false;
      return loads.length;
    }
    loads.push([label, address]);
    exports['asyncify_start_unwind']!(data);
    return 0;
  };
  const exports = instantiate(wasm, { fp: { load4 }, fpx: { ok: () => 7 } });
  const memory = new Int32Array((exports['memory'] as unknown as WebAssembly.Memory).buffer);
  memory.set([data + 8, data + 1024], data / 4);
  let result = exports[name]!(argument);
  while (exports['asyncify_get_state']!() !== 0) {
    exports['asyncify_stop_unwind']!();
    rewinding = true;
    exports['asyncify_start_rewind']!(data);
    result = exports[name]!(argument);
  }
  return { result, loads };
}

const names = ['direct', 'indirect', 'never'].map((name) => `--export=${name}`);
const resumable = async (environment: Record<string, string>) =>
  asyncify(lower64(wasm64([SOURCE], [], ['--global-base=65536', ...names])), environment);

describe.skipIf(!hasClang)('asyncify', () => {
  const path = process.env['PATH'] ?? '';
  const ways = [
    { way: 'wasm-opt', there: hasWasmOpt, environment: { PATH: path } },
    { way: 'the package', there: locatePackage('binaryen') !== undefined, environment: { PATH: '' } },
  ];
  for (const { way, there, environment } of ways) {
    it.skipIf(!there)(`makes functions resumable with ${way}`, { timeout: 30_000 }, async () => {
      const wasm = await resumable(environment);
      expect(drive(wasm, 'direct', 5)).toEqual({
        result: 1 + (2 * 10 + 7) * 100,
        loads: [
          [0, 5],
          [1, 6],
        ],
      });
      expect(drive(wasm, 'indirect', 5)).toEqual({
        result: 1 * 10 + 7 + 2000,
        loads: [
          [1, 5],
          [2, 5],
        ],
      });
      expect(drive(wasm, 'never', 5)).toEqual({ result: 12, loads: [] });
      const start = Object.keys(instantiate(wasm, { fp: { load4: () => 0 }, fpx: { ok: () => 0 } }));
      for (const phase of ['start_unwind', 'stop_unwind', 'start_rewind', 'stop_rewind']) {
        expect(start).toContain(`asyncify_${phase}`);
      }
    });
  }

  it.skipIf(locatePackage('binaryen') !== undefined)('reports the tools to install', async () => {
    await expect(resumable({ PATH: '' })).rejects.toMatchObject({ code: 'C_TOOLCHAIN' });
    expect(binaryenIdentity({ PATH: '' })).toBe('none');
  });
});
