import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lower64 } from '../../src/link/lower64.js';
import { FIRST_ADDRESS } from '../../src/address-space.js';
import { Helpers, irToObject, link } from '../../src/toolchain/back-end.js';
import { NO_CACHE } from '../../src/toolchain/cache.js';
import { compileToIr } from '../../src/toolchain/compile.js';
import { CompilerRejected } from '../../src/toolchain/errors.js';
import { findToolchain } from '../../src/toolchain/find.js';
import { checkFlags } from '../../src/toolchain/flags.js';
import type { Toolchain } from '../../src/toolchain/toolchain.js';
import { hasClang, instantiate } from '../link/tools.js';

let folder: string;
let toolchain: Toolchain;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost test ')); // with blanks
  if (hasClang) toolchain = await findToolchain(NO_CACHE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const NONE = checkFlags([], false);

describe.skipIf(!hasClang)('the front end', () => {
  it('gives IR with each access and its place, and the files read', async () => {
    const header = file('count.h', '#define COUNT 3\n');
    const source = file('a.c', '#include "count.h"\nint x;\nint main(void) { x = COUNT; return x + x; }\n');
    const { ir, warnings, dependencies } = await compileToIr(toolchain, source, NONE, 'lp64');
    expect(ir).toMatch(/^target triple = "x86_64/m);
    expect(ir.match(/load i32, ptr @x/g)).toHaveLength(2);
    expect(ir).toMatch(/!DILocation\(line: 3/);
    expect(ir).not.toMatch(/optnone|fencepost-dependencies|count\.h/);
    expect(warnings).toBe('');
    expect(dependencies).toEqual([source, header]);
  });

  it('finds the headers of the machine and its own macro', async () => {
    const text =
      '#include <pthread.h>\n#include <stdatomic.h>\n_Atomic long x;\nint y[__FENCEPOST__ + sizeof(long) - 8];\n';
    const { dependencies } = await compileToIr(toolchain, file('h.c', text), NONE, 'lp64');
    expect(dependencies.some((path) => path.endsWith('/pthread.h'))).toBe(true);
  });

  it('compiles for 32 bits', async () => {
    const source = file('b.c', '#include <stdatomic.h>\n_Static_assert(sizeof(long) == 4, "");\n_Atomic int x;\n');
    expect((await compileToIr(toolchain, source, NONE, 'wasm32')).ir).toMatch(/^target triple = "wasm32/m);
  });

  it('compiles C++ with exceptions, and with the flags of the user', async () => {
    const text = '#include <atomic>\nstd::atomic<int> x{START};\nint main() { if constexpr (true) return x.load(); }\n';
    const flags = checkFlags(['-DSTART=5', '-std=c++17'], false);
    for (const name of ['a.cc', 'a.cpp', 'a.C']) {
      const { ir } = await compileToIr(toolchain, file(name, text), flags, 'lp64');
      expect(ir).toMatch(/global .* i32 5/);
    }
    const throwing = file('t.cc', 'int main() { throw 1; }\n');
    expect((await compileToIr(toolchain, throwing, flags, 'lp64')).exceptions).toBe(true);
    const without = checkFlags(['-fno-exceptions'], false);
    await expect(compileToIr(toolchain, throwing, without, 'lp64')).rejects.toThrow(CompilerRejected);
  }, 20_000);

  it('optimises on request', async () => {
    const source = file('o.c', 'int x;\nint f(void) { int y = x; return y + x; }\n');
    const { ir } = await compileToIr(toolchain, source, checkFlags([], true), 'lp64');
    expect(ir.match(/load i32, ptr @x/g)).toHaveLength(1);
  });

  it('passes on warnings', async () => {
    const source = file('w.c', 'int main(void) { int unused; return 0; }\n');
    const { warnings } = await compileToIr(toolchain, source, checkFlags(['-Wall'], false), 'lp64');
    expect(warnings).toContain("unused variable 'unused'");
  });

  it('passes on errors of the compiler unchanged', async () => {
    const source = file('e.c', 'int main(void) { return undeclared; }\n');
    const error: unknown = await compileToIr(toolchain, source, NONE, 'lp64').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CompilerRejected);
    expect(error).toMatchObject({ code: 'C_COMPILE', message: `the compiler rejects ${source}` });
    expect((error as CompilerRejected).compilerOutput).toMatch(
      new RegExp(`^${source}:1:25: error: use of undeclared identifier 'undeclared'`),
    );
  });

  it('names the package with the headers', async () => {
    const source = file('m.c', '#include <pthread.h>\n');
    const bare = checkFlags(['-nostdinc'], false);
    await expect(compileToIr(toolchain, source, bare, 'lp64')).rejects.toMatchObject({
      hint: 'the headers of the C library are missing: apt install libc6-dev',
    });
  });
});

const IR = `
target triple = "wasm64-unknown-unknown"
@table = global [2 x ptr] [ptr @__fp_main, ptr @table]
@__fp_globals = global [1 x ptr] [ptr @table]
declare i32 @load(i32, i32) #0
define i32 @__fp_main() {
  %a = ptrtoint ptr @table to i32
  %r = call i32 @load(i32 7, i32 %a)
  ret i32 %r
}
attributes #0 = { "wasm-import-module"="fp" "wasm-import-name"="load4" }
`;

const linked = async (...irs: string[]): Promise<Uint8Array> => {
  const objects = await Promise.all(irs.map((ir) => irToObject(toolchain, ir, 'lp64')));
  return link(toolchain, objects, new Helpers(toolchain, 'lp64', NO_CACHE, ''), 'lp64');
};

describe.skipIf(!hasClang)('the back end', () => {
  it('makes a module with imports, a stack and data above the first address', async () => {
    const wasm = lower64(await linked(IR));
    const calls: unknown[] = [];
    const load4 = (...args: number[]): number => calls.push(args) + 41;
    const exports = instantiate(wasm, { fp: { load4 } });
    expect(exports['__fp_main']!()).toBe(42);
    expect(calls).toEqual([[7, FIRST_ADDRESS]]);
    expect(Object.keys(exports)).toEqual(
      expect.arrayContaining(['memory', '__indirect_function_table', '__stack_pointer', '__heap_base', '__data_end']),
    );
    const global = (name: string): number => Number((exports[name] as unknown as WebAssembly.Global).value);
    expect(global('__data_end')).toBeGreaterThan(FIRST_ADDRESS);
    expect(global('__stack_pointer')).toBeGreaterThan(global('__data_end'));
    expect(global('__stack_pointer')).toBeLessThanOrEqual(global('__heap_base'));
    const table = exports['__indirect_function_table'] as unknown as WebAssembly.Table;
    expect(table.get(1)!()).toBe(43);
  });

  it('names functions that are missing or defined twice', async () => {
    const missing = IR.replace('attributes #0 = {', 'attributes #0 = { nounwind }\nattributes #1 = {');
    await expect(linked(missing)).rejects.toMatchObject({
      code: 'C_LINK',
      message: 'the program does not define load',
    });
    await expect(linked(IR, IR)).rejects.toThrow(/defines \w+ twice/);
  });

  it('provides functions that the compiler assumes to exist', async () => {
    const ir = `
      target triple = "wasm64-unknown-unknown"
      declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
      define i64 @__fp_start(i64 %a, i64 %b) {
        %x = sext i64 %a to i128
        %y = mul i128 %x, %x
        %z = sdiv i128 %y, 1000003
        %buffer = alloca i8, i64 %b
        call void @llvm.memset.p0.i64(ptr %buffer, i8 1, i64 %b, i1 false)
        %t = trunc i128 %z to i64
        %v = load volatile i8, ptr %buffer
        %w = zext i8 %v to i64
        %r = add i64 %t, %w
        ret i64 %r
      }`;
    const { __fp_start: start } = instantiate(lower64(await linked(ir)));
    expect(start!(-123456789012n, 100n)).toBe(123456789012n ** 2n / 1000003n + 1n);
  });

  it('refuses invalid IR', async () => {
    await expect(irToObject(toolchain, 'define what', 'lp64')).rejects.toMatchObject({ code: 'C_UNSUPPORTED' });
  });
});
