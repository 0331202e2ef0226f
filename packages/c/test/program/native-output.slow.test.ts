import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../link/tools.js';
import { build } from '../../src/build/build.js';
import { CLANG } from '../ir/fixtures.js';
import { canCompile, compile, settled } from '@fencepost/testing/compiled';

const folder = join(import.meta.dirname, 'outputs');

/** What the program prints when it runs natively. */
function native(source: string): string {
  return inFolder((temporary) => {
    const executable = join(temporary, 'a.out');
    const driver = source.endsWith('.cpp') ? ['--driver-mode=g++', '-std=c++17'] : [];
    execFileSync(CLANG!, [...driver, '-w', '-O0', source, '-o', executable, '-lm']);
    return execFileSync('sh', ['-c', '"$0" 2>&1 </dev/null', executable], { encoding: 'latin1' });
  });
}

/** What a program of one thread prints here. */
async function ours(source: string): Promise<string> {
  const program = await compile(source);
  return settled(program, () => {
    const run = program.threads[0]!.body();
    const { done } = run.next(0);
    expect(done).toBe(true);
    return run.takePrinted?.() ?? '';
  });
}

describe.runIf(canCompile && CLANG !== undefined)('a single-threaded program prints the same as natively', () => {
  it.each(readdirSync(folder))(
    '%s',
    async (name) => {
      const source = join(folder, name);
      expect(await ours(source)).toBe(native(source));
    },
    120_000,
  );
});

it.runIf(canCompile)(
  'making a stream asks no object for its type: each thread makes four',
  { timeout: 120_000 },
  async () => {
    const { wasm } = await build({ files: [join(folder, 'streams.cpp')], flags: [] });
    const names = Buffer.from(wasm).toString('latin1');
    expect(names).toContain('_M_cache_locale');
    expect(names).not.toContain('__dynamic_cast');
  },
);
