import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { build } from '../../src/build/build.js';
import type { Built } from '../../src/build/pipeline.js';
import { NO_CACHE } from '../../src/toolchain/cache.js';
import { clangCandidates } from '../../src/toolchain/locate.js';
import { precompileHeaders } from '../../src/toolchain/precompile.js';
import { findToolchain } from '../../src/toolchain/find.js';
import { hasClang } from '../link/tools.js';

let folder: string;
let log: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-test-'));
  log = join(folder, 'log');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.stubEnv('FENCEPOST_CACHE', mkdtempSync(join(folder, 'cache-')));
  writeFileSync(log, '');
  useClang('');
});
afterEach(() => vi.unstubAllEnvs());

/** Makes a compiler that logs its arguments and then does this before it compiles. */
function useClang(before: string): void {
  if (!hasClang) return;
  const [{ clang, linker }] = clangCandidates({ PATH: process.env['PATH'] }) as [ReturnType<typeof clangCandidates>[0]];
  const path = join(folder, 'logging-clang');
  writeFileSync(path, `#!/bin/sh\necho "$*" >> '${log}'\n${before}\nexec '${clang}' "$@"\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('FENCEPOST_CLANG', path);
  vi.stubEnv('FENCEPOST_WASM_LD', linker ?? '');
}

let made = 0;
/** A source that was never compiled before. */
function program(head = '#include <atomic>\n#include <mutex>\n', more = ''): string {
  const path = join(folder, `program${made++}.cpp`);
  const body =
    'std::atomic<int> x;\nstd::mutex m;\nint main() { std::lock_guard<std::mutex> lock(m); return x.load(); }\n';
  writeFileSync(path, `${head}${more}${body}`);
  return path;
}

const built = (path: string, ...flags: string[]): Promise<Built> => build({ files: [path], flags });

/** How often headers were precompiled, and how often a source was compiled with them. */
function counts(): { made: number; used: number; sources: number } {
  const lines = readFileSync(log, 'utf8').split('\n');
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  return { made: count(/-x c\+\+-header/), used: count(/-include-pch/), sources: count(/program\d+\.cpp$/) };
}

const files = (): string[] => readdirSync(process.env['FENCEPOST_CACHE']!).filter((name) => name.endsWith('.file'));

describe.skipIf(!hasClang)('precompiled headers', { timeout: 60_000 }, () => {
  it('are made once, and used by later sources that begin with the same headers', async () => {
    await built(program());
    await built(program());
    await built(program('// The same.\n#include <atomic>\n#include <mutex>\n#include <vector>\n'));
    expect(counts()).toEqual({ made: 1, used: 3, sources: 3 });
    expect(files()).toHaveLength(1);
  });

  it('are made of the headers that two sources have in common', async () => {
    await built(program('#include <atomic>\n#include <mutex>\n#include <map>\n'));
    await built(program('#include <atomic>\n#include <mutex>\n#include <set>\n'));
    await built(program('#include <vector>\n#include <atomic>\n#include <mutex>\n'));
    expect(counts()).toEqual({ made: 2, used: 2, sources: 3 });
  });

  it.each([
    ['after a macro', '#define A\n#include <atomic>\n#include <mutex>\n', []],
    ['with folders for headers', undefined, ['-I', '.']],
    ['in C', '', ['-x', 'c']],
  ] as const)('are not used %s', async (what, head, flags) => {
    if (what === 'in C') {
      const path = join(folder, 'plain.c');
      writeFileSync(path, '#include <stdio.h>\nint main(void) { return 0; }\n');
      await built(path);
    } else await built(program(head), ...flags);
    expect(counts()).toMatchObject({ made: 0, used: 0 });
  });

  it('are not used if the environment names folders of headers', async () => {
    vi.stubEnv('CPLUS_INCLUDE_PATH', folder);
    await built(program());
    expect(counts()).toMatchObject({ made: 0, used: 0 });
  });

  it('have the flags of the source', async () => {
    await built(program(), '-std=c++17');
    await built(program(), '-std=c++20');
    await built(program(), '-std=c++20', '-DA=1');
    expect(counts()).toMatchObject({ made: 3, used: 3 });
  });

  it('change nothing about the program', async () => {
    const path = program(
      '#include <atomic>\n#include <mutex>\n#include <vector>\n',
      'int lines[__LINE__];\nstatic_assert(__COUNTER__ == 0);\n',
    );
    const withThem = await built(path);
    expect(counts()).toMatchObject({ made: 1, used: 1 });
    vi.stubEnv('CPATH', '/nonexistent');
    const without = await built(path);
    expect(counts()).toMatchObject({ made: 1, used: 1, sources: 2 });
    expect(Buffer.from(withThem.wasm).equals(without.wasm)).toBe(true);
    expect(withThem.stored).toEqual(without.stored);
    expect(withThem.headers).toEqual(without.headers);
  });

  it('change no message of the compiler', async () => {
    const wrong = program(undefined, '#include <vector>\nstd::vector<int> v(std::vector<int>::begin);\n');
    const message = (): Promise<unknown> =>
      built(wrong).catch((error: unknown) => (error as { compilerOutput: string }).compilerOutput);
    const withThem = await message();
    expect(counts().used).toBe(1);
    vi.stubEnv('CPATH', '/nonexistent');
    expect(withThem).toBe(await message());
    expect(withThem).toMatch(/error:/);
  });

  it('are made again when a file is missing or another', async () => {
    await built(program());
    const path = join(process.env['FENCEPOST_CACHE']!, files()[0]!);
    appendFileSync(path, ' ');
    await built(program());
    rmSync(path);
    for (const name of files()) rmSync(join(process.env['FENCEPOST_CACHE']!, name));
    await built(program());
    expect(counts()).toMatchObject({ made: 3, used: 3 });
  });

  it('are made again when a header has changed', async () => {
    await built(program());
    const cache = process.env['FENCEPOST_CACHE']!;
    // The headers of the system are not ours to change. So the entry tells of another one.
    const { DiskCache } = await import('../../src/toolchain/cache.js');
    const disk = new DiskCache(cache);
    for (const name of readdirSync(cache)) {
      const key = name.slice(0, 64);
      const entry = await disk.load<{ file?: object; dependencies?: { size: number }[] }>(key);
      if (entry?.facts.file === undefined) continue;
      const [first, ...rest] = entry.facts.dependencies!;
      const facts = { ...entry.facts, dependencies: [{ ...first!, size: first!.size + 1 }, ...rest] };
      await disk.store(key, { ...entry, facts });
    }
    await built(program());
    expect(counts()).toMatchObject({ made: 2, used: 2 });
  });

  it('are not kept when the compiler is killed, and the source is compiled without them', async () => {
    useClang(`case "$*" in *c++-header*) head -c 100000 /dev/zero; kill -9 $$;; esac`);
    await built(program());
    expect(counts()).toEqual({ made: 1, used: 0, sources: 1 });
    expect(files()).toEqual([]);
  });

  it('are not tried again for each source if the compiler refuses to make them', async () => {
    useClang(`case "$*" in *c++-header*) exit 1;; esac`);
    await built(program());
    await built(program());
    expect(counts()).toEqual({ made: 1, used: 0, sources: 2 });
  });

  it('are left out if the compiler cannot use them', async () => {
    useClang(`case "$*" in *include-pch*) kill -11 $$;; esac`);
    await built(program());
    expect(counts()).toEqual({ made: 1, used: 1, sources: 2 });
  });

  it('are sound when two commands make them at the same time', async () => {
    const results = await Promise.all([built(program()), built(program())]);
    expect(results).toHaveLength(2);
    await built(program());
    const { made: times, used, sources } = counts();
    expect(times).toBeLessThanOrEqual(2);
    expect({ used, sources }).toEqual({ used: 3, sources: 3 });
  });

  it('hold only headers of the system', async () => {
    const toolchain = await findToolchain(NO_CACHE);
    const flags = { flags: [], optimise: undefined };
    expect(await precompileHeaders(toolchain, ['gtest/gtest.h'], flags, 'lp64')).toBeUndefined();
    const found = await precompileHeaders(toolchain, ['atomic'], flags, 'lp64');
    expect(found!.dependencies.some((path) => path.endsWith('/atomic'))).toBe(true);
    expect(statSync(found!.dependencies[0]!).isFile()).toBe(true);
  });
});
