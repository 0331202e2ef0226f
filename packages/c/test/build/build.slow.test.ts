import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.js';
import type { Built } from '../../src/build/pipeline.js';
import { hasClang } from '../link/tools.js';

let folder: string;
const before = process.env['FENCEPOST_CACHE'];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  process.env['FENCEPOST_CACHE'] = mkdtempSync(join(folder, 'cache-'));
});
afterEach(() => {
  if (before === undefined) delete process.env['FENCEPOST_CACHE'];
  else process.env['FENCEPOST_CACHE'] = before;
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const SB = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "order.h"
atomic_int x, y;
struct { int first; long second[3]; } result;
static void *left(void *unused) {
  atomic_store_explicit(&x, 1, ORDER);
  result.first = atomic_load_explicit(&y, ORDER);
  return unused;
}
static void *right(void *unused) {
  atomic_store_explicit(&y, 1, ORDER);
  result.second[1] = atomic_load_explicit(&x, ORDER);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(result.first || result.second[1]);
}
`;

const order = (name: string): string => file('order.h', `#define ORDER memory_order_${name}\n`);
const sb = (): string => {
  order('relaxed');
  return file('sb.c', SB);
};

const wasCompiled = ({ timings }: Built): boolean => 'compile' in timings;

describe.skipIf(!hasClang)('a build', { timeout: 30_000 }, () => {
  it('returns a module and its dependencies', async () => {
    const source = sb();
    const { wasm, tables, warnings } = await build({ files: [source], flags: [] });
    const module = new WebAssembly.Module(wasm);
    const imports = WebAssembly.Module.imports(module);
    expect([...new Set(imports.map(({ module: from }) => from))].sort()).toEqual(
      expect.arrayContaining(['fp']) as string[],
    );
    expect(imports.every(({ module: from }) => from === 'fp' || from === 'fpx')).toBe(true);
    expect(imports.map(({ name }) => name)).toEqual(expect.arrayContaining(['pthread_create', 'load4', 'store8']));
    const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
    const needed = ['__fp_main', '__fp_start', '__fp_globals_0', '__stack_pointer', '__data_end', 'memory'];
    expect(exports).toEqual(expect.arrayContaining([...needed, 'asyncify_start_unwind']));
    expect(warnings).toBe('');
    expect(tables.pointerSize).toBe(8);
    expect(tables.libraryCalls).toEqual(expect.arrayContaining(['pthread_create', 'pthread_join', '__assert_fail']));
    expect(tables.labels).toContainEqual(
      expect.objectContaining({ kind: 'store', size: 4, order: 'relaxed', site: { file: source, line: 8, column: 3 } }),
    );
    const result = tables.globals.find(({ name }) => name === 'result')!;
    expect([0, 8, 16, 24].map((offset) => result.describe(offset))).toEqual([
      'result.first',
      'result.second[0]',
      'result.second[1]',
      'result.second[2]',
    ]);
  });

  it('is kept, and is the same when it comes from the cache', async () => {
    const files = [sb()];
    const first = await build({ files, flags: ['-Wall', '-Wunused-macros'] });
    const second = await build({ files, flags: ['-Wall', '-Wunused-macros'] });
    expect([wasCompiled(first), wasCompiled(second)]).toEqual([true, false]);
    expect(Buffer.from(second.wasm).equals(first.wasm)).toBe(true);
    expect(JSON.stringify(second.tables)).toBe(JSON.stringify(first.tables));
    expect(second.tables.globals.map(({ describe }) => describe(8))).toEqual(
      first.tables.globals.map(({ describe }) => describe(8)),
    );
    expect(second.warnings).toBe(first.warnings);
  });

  it('is rebuilt when a header, a flag or the source changes', async () => {
    const files = [sb()];
    await build({ files, flags: [] });
    order('seq_cst');
    const other = await build({ files, flags: [] });
    expect(wasCompiled(other)).toBe(true);
    expect(other.tables.labels.some((label) => label.kind === 'store' && label.order === 'seq_cst')).toBe(true);
    expect(wasCompiled(await build({ files, flags: [] }))).toBe(false);
    expect(wasCompiled(await build({ files, flags: ['-DNDEBUG'] }))).toBe(true);
    file('sb.c', `${SB}\n`);
    expect(wasCompiled(await build({ files, flags: [] }))).toBe(true);
  });

  it('reports ignored flags whether or not the cache is used', async () => {
    const files = [file('empty.c', 'int main(void) { return 0; }')];
    const told = async (...flags: string[]): Promise<string> => (await build({ files, flags })).warnings;
    expect(await told('-O2')).toContain('ignored compiler flags, which have no effect here: -O2');
    expect(await told()).toBe('');
    expect(await told('-O3')).toContain('ignored compiler flags, which have no effect here: -O3');
  });

  it('works without the cache on request', async () => {
    await build({ files: [sb()], flags: [], cache: false });
    expect(readdirSync(process.env['FENCEPOST_CACHE']!)).toEqual([]);
  });

  it('takes several files', async () => {
    const a = file(
      'a.c',
      'extern int shared; int next(int); int unused_here[2];\nint main(void) { return next(shared); }\n',
    );
    const b = file('b.c', 'int shared = 4;\nint next(int x) { shared = x; return shared + 1; }\n');
    const c = file('c.c', 'int helper(int x) { return x; }\n');
    const { wasm, tables } = await build({ files: [a, c, b], flags: [] });
    expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map(({ name }) => name)).not.toContain('next');
    const files = tables.labels.map(({ site }) => site?.file);
    expect(files).toContain(a);
    expect(files).toContain(b);
    const exports = WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map(({ name }) => name);
    expect(exports.filter((name) => name.startsWith('__fp_globals_')).length).toBeGreaterThan(1);
  });

  it('takes C++ and LLVM IR', async () => {
    const cxx = file('t.cc', '#include <atomic>\nstd::atomic<int> x;\nint main() { return x.fetch_add(1); }\n');
    const { tables } = await build({ files: [cxx], flags: ['-std=c++17'] });
    expect(tables.labels).toContainEqual(expect.objectContaining({ kind: 'rmw', fn: 'add', order: 'seq_cst' }));
    const ir = file(
      't.ll',
      'target triple = "x86_64"\n@x = global i32 0\ndefine i32 @main() {\n  %1 = load i32, ptr @x\n  ret i32 %1\n}\n',
    );
    const wide = await build({ files: [ir], flags: [] });
    const loads = wide.tables.labels.filter(({ kind }) => kind === 'load');
    expect([loads.length, wide.tables.pointerSize]).toEqual([1, 8]);
    const narrow = file('n.ll', readFileSync(ir, 'utf8').replace('x86_64', 'wasm32').replace('@main', '@helper'));
    const main = file(
      'm.ll',
      readFileSync(ir, 'utf8').replace('x86_64', 'wasm32').replace('@x', '@z').replace('@x', '@z'),
    );
    expect((await build({ files: [narrow, main], flags: [] })).tables.pointerSize).toBe(4);
    await expect(build({ files: [narrow, cxx], flags: [], door: 'lp64' })).rejects.toMatchObject({ code: 'C_LINK' });
  });

  it('compiles for 32 bits', async () => {
    const source = file('w.c', 'int x; int *p = &x;\nint main(void) { return *p + (int)sizeof(long); }\n');
    const { tables, wasm } = await build({ files: [source], flags: [], door: 'wasm32' });
    expect(tables.pointerSize).toBe(4);
    expect(WebAssembly.validate(wasm)).toBe(true);
  });

  it('reports errors', async () => {
    const none = file('none.c', 'int f(void) { return 0; }\n');
    await expect(build({ files: [none], flags: [] })).rejects.toMatchObject({ code: 'C_LINK' });
    await expect(build({ files: ['missing.c'], flags: [] })).rejects.toThrow(/there is no such file/);
    await expect(build({ files: ['a.zig'], flags: [] })).rejects.toThrow(/neither C, C\+\+, Rust nor LLVM IR/);
    await expect(build({ files: [], flags: [] })).rejects.toMatchObject({ code: 'USAGE' });
    const bad = file('bad.c', 'int main(void) { return oops; }\n');
    const worse = file('worse.c', 'int worse = oops;\n');
    await expect(build({ files: [bad, none, worse], flags: [] })).rejects.toMatchObject({
      code: 'C_COMPILE',
      message: `the compiler rejects ${bad}, ${worse}`,
      compilerOutput: expect.stringMatching(/bad\.c:1:25: error: [^]*worse\.c:1:13: error: /) as string,
    });
  });
});
