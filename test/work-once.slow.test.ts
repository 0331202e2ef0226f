import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { clangCandidates } from '../packages/c/src/toolchain/locate.js';
import { fencepost, root } from '@fencepost/testing/built';

// What is kept is worth nothing if it is made again: a report looks the same. So the work is counted.

const all = mkdtempSync(join(tmpdir(), 'fencepost-once-'));
afterAll(() => rmSync(all, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(all, 'cache-'));
});

function linesOf(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** The code that V8 has compiled, by file: when it was written, and which file it is. */
function keptCode(): Readonly<Record<string, string>> {
  const code = join(folder, 'cache', 'code');
  const files = readdirSync(code, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const { ino, mtimeMs } = statSync(join(parentPath, name));
      return [join(parentPath, name), `${ino} ${mtimeMs}`];
    }),
  );
}

describe('code that V8 has compiled', { timeout: 120_000 }, () => {
  it('is used by the next command, which compiles none of it again', async () => {
    const made = join(folder, 'made');
    const env = {
      FENCEPOST_CACHE: join(folder, 'cache'),
      NODE_COMPILE_CACHE: undefined,
      NODE_OPTIONS: `--require ${join(root, 'test/fixtures/kept-code.cjs')}`,
      KEPT_CODE: made,
    };
    const check = async (): Promise<void> => {
      const { code, err } = await fencepost(['check', 'examples/litmus/SB.litmus'], { env });
      expect({ code, err }).toEqual({ code: 1, err: '' });
    };
    await check();
    expect(linesOf(made)).toEqual(['none']);
    const first = keptCode();
    expect(Object.keys(first).filter((name) => name.includes('checker.cjs'))).toHaveLength(1);
    // Modules, by Node.
    if ('enableCompileCache' in (await import('node:module'))) expect(Object.keys(first).length).toBeGreaterThan(1);
    await check();
    expect(linesOf(made)).toEqual(['none', 'used']);
    expect(keptCode()).toEqual(first);
  });

  it('is kept apart by options of V8, which would refuse it', async () => {
    const made = join(folder, 'made');
    const check = async (more: string): Promise<void> => {
      const env = {
        ...{ FENCEPOST_CACHE: join(folder, 'cache'), NODE_COMPILE_CACHE: undefined, KEPT_CODE: made },
        NODE_OPTIONS: `--require ${join(root, 'test/fixtures/kept-code.cjs')}${more}`,
      };
      expect((await fencepost(['check', 'examples/litmus/SB.litmus'], { env })).code).toBe(1);
    };
    for (const options of ['', ' --stack-trace-limit=20', '', ' --stack-trace-limit=20']) await check(options);
    expect(linesOf(made)).toEqual(['none', 'none', 'used', 'used']);
  });
});

const [found] = clangCandidates(process.env);

describe.skipIf(!canCompile || found?.linker === undefined || process.platform === 'win32')(
  'the compiler',
  { timeout: 240_000 },
  () => {
    /** What it was started with, by command. */
    function counted(): { readonly env: NodeJS.ProcessEnv; readonly starts: () => readonly string[] } {
      const { clang, linker } = found!;
      const log = join(folder, 'log');
      for (const [name, tool] of [
        ['clang', clang],
        ['wasm-ld', linker!],
      ] as const) {
        writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${log}\nexec ${tool} "$@"\n`);
        chmodSync(join(folder, name), 0o755);
      }
      const env = {
        ...{ FENCEPOST_CACHE: join(folder, 'cache'), FENCEPOST_CLANG: join(folder, 'clang') },
        FENCEPOST_WASM_LD: join(folder, 'wasm-ld'),
      };
      const starts = (): readonly string[] => {
        const lines = linesOf(log);
        rmSync(log, { force: true });
        return lines;
      };
      return { env, starts };
    }

    it('is not started for a program that was compiled, and for one with a change once more', async () => {
      const { env, starts } = counted();
      const source = join(folder, 'own.c');
      writeFileSync(source, '#include <stdatomic.h>\natomic_int x;\nint main(void) { x = 1; }\n');
      const check = async (...args: readonly string[]): Promise<number> => {
        const { code, err } = await fencepost(['check', ...args], { env });
        expect({ code, err }).toEqual({ code: 0, err: '' });
        return starts().length;
      };
      expect(await check(source)).toBeGreaterThan(1);
      expect(await check(source)).toBe(0);
      expect(await check(source, '--model', 'sc', '--unroll', '7')).toBe(0);
      writeFileSync(source, '#include <stdatomic.h>\natomic_int x;\nint main(void) { x = 2; }\n');
      const again = await check(source);
      expect(again).toBeGreaterThan(0);
      // The library is not compiled again, nor is the compiler asked what it is.
      expect(again).toBeLessThan(5);
      expect(await check(source)).toBe(0);
    });

    it('is started a few times for a data structure, however many scenarios it has', async () => {
      const { env, starts } = counted();
      const args = ['check', 'examples/c/ring-scenarios.c', '--model', 'sc', '--format', 'json'];
      const { out } = await fencepost(args, { env });
      const scenarios = Number(/"scenarios": *\{[^}]*?"count": *(\d+)/.exec(out)![1]);
      expect(scenarios).toBeGreaterThan(50);
      expect(starts().length).toBeLessThan(scenarios / 4);
      await fencepost(args, { env });
      expect(starts()).toEqual([]);
    });
  },
);
