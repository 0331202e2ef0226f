import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Built } from '@fencepost/c';
import { build } from '@fencepost/c';
import { checkProgram } from '@fencepost/check';
import { afterAll, describe, expect, it } from 'vitest';
import { canCompile, compile, hasRust } from '@fencepost/testing/compiled';

const examples = resolve(import.meta.dirname, '../../../../examples/rust');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-rust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file as if that had happened a while ago: a build may keep what it has read. */
function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  const past = Date.now() / 1000 - 60;
  utimesSync(file, past, past);
  return file;
}

describe.skipIf(!canCompile)('Rust', { timeout: 120_000 }, () => {
  it('without its library, compiled before', async () => {
    const program = await compile(join(examples, 'message.ll'));
    const [sc, rc11] = checkProgram(program, { models: ['sc', 'rc11'] });
    expect(sc).toMatchObject({ verdict: 'safe', executions: 2 });
    expect(rc11).toMatchObject({ verdict: 'failing' });
    expect(rc11!.failures[0]).toMatchObject({ message: 'panicked', site: { line: 33 } });
  });
});

describe.skipIf(!canCompile || !hasRust)('a source in Rust', { timeout: 120_000 }, () => {
  it('is compiled with its library', async () => {
    const [check] = checkProgram(await compile(join(examples, 'counter.rs')), { models: ['sc'], all: true });
    expect(check).toMatchObject({ verdict: 'failing', executions: 4, incomplete: null });
    expect(check!.failures).toMatchObject([
      { message: 'panicked: assertion `left == right` failed, left: 1, right: 2', site: { line: 17 } },
    ]);
  });

  it('is compiled without it, if it says so', async () => {
    const [check] = checkProgram(await compile(join(examples, 'message.rs')), { models: ['rc11'] });
    expect(check).toMatchObject({ verdict: 'failing' });
    expect(check!.failures[0]).toMatchObject({ site: { line: 33 } });
  });

  it('is compiled again when it, a module or a flag has changed, and otherwise not', async () => {
    mkdirSync(join(folder, 'own'));
    // Without the library, whose compilation takes long.
    const source = written(
      'own.check.rs',
      `#![no_std]
      #![no_main]
      mod own;
      extern "C" { fn abort() -> !; }
      #[panic_handler] fn panic(_: &core::panic::PanicInfo) -> ! { unsafe { abort() } }
      #[no_mangle] pub extern "C" fn main() -> i32 {
        if own::value() != if cfg!(other) { 3 } else { 1 } { unsafe { abort() } }
        0
      }`,
    );
    const returning = (value: number): string => written('own/mod.rs', `pub fn value() -> i32 { ${value} }`);
    const verdict = async (flags: readonly string[], isCompiled: boolean): Promise<string> => {
      const built: Built = await build({ files: [source], flags });
      expect('compile' in built.timings).toBe(isCompiled);
      return checkProgram(await compile(source, { flags }), { models: ['sc'] })[0]!.verdict;
    };
    returning(1);
    expect(await verdict([], true)).toBe('safe');
    expect(await verdict([], false)).toBe('safe');
    returning(2);
    expect(await verdict([], true)).toBe('failing');
    returning(3);
    expect(await verdict(['--cfg=other'], true)).toBe('safe');
  });

  it.each([
    ['errors of the compiler', 'fn main() { let x: u32 = "a"; }', [], { code: 'C_COMPILE', message: /rejects/ }],
    [
      'flags that would change the program',
      'fn main() {}',
      ['-O'],
      { code: 'USAGE', message: /the flag -O is refused/ },
    ],
    [
      'a second source',
      'fn main() {}',
      ['-DX', join(examples, '../c/message.c')],
      { code: 'USAGE', message: /a crate in Rust is compiled alone/ },
    ],
  ])('is refused: %s', async (name, text, more, { code, message }) => {
    const source = written(`${name.replaceAll(' ', '_')}.rs`, text);
    const others = more.filter((each) => !each.startsWith('-'));
    const flags = more.filter((each) => each.startsWith('-'));
    const refusal = build({ files: [source, ...others], flags });
    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  it('is refused with texts in place of files, which rustc cannot read', async () => {
    const source = written('text.rs', 'fn main() {}');
    const refusal = build({ files: [source], flags: [], texts: { [source]: 'fn main() { panic!() }' } });
    await expect(refusal).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('a source in Rust, with another compiler', () => {
  const source = written('plain.rs', 'fn main() {}');

  it('is refused without rustc', async () => {
    const { PATH } = process.env;
    process.env['PATH'] = folder;
    try {
      await expect(build({ files: [source], flags: [] })).rejects.toMatchObject({
        code: 'C_TOOLCHAIN',
        message: `${source}: Rust needs rustc, which is not on the path`,
      });
    } finally {
      process.env['PATH'] = PATH;
    }
  });

  it('is refused if that writes IR of a newer LLVM', async () => {
    const { compileRust } = await import('../../src/toolchain/rustc.js');
    const flags = { flags: [], optimise: undefined, reads: [], compiler: 'rustc 9.9.9\nLLVM version: 99.1.0\n' };
    await expect(compileRust(source, flags, 22)).rejects.toMatchObject({
      code: 'C_TOOLCHAIN',
      message: `${source}: rustc writes IR of LLVM 99, and clang is version 22`,
    });
  });
});
