import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FencepostError, documentation } from '@fencepost/core';
import type { CompiledSource, SourceFlags } from './compile.js';
import { givenIr } from './compile.js';
import { CompilerRejected, usageError } from './errors.js';
import { hasProgram } from './locate.js';
import { parseMakeRule } from './make-rule.js';
import type { Outcome } from './process.js';
import { runProcess } from './process.js';

/** As clang for C: each access of the source is one access of the IR. Panics end the program. */
const FIXED = ['-g', '-Cpanic=abort', '-Copt-level=0'];

/** Brings the compiled parts of the standard library into the program. They are there once it has been linked. */
const WITH_LIBRARY = ['-Clto=fat'];

const EDITION = '--edition=2021';

/** Flags that the user may give: none of them changes how the program is compiled, except for its edition. */
const ACCEPTED = /^(?:--edition=\d{4}|--cfg=.+|--check-cfg=.+|--cap-lints=\w+|-[AWD][\w:-]+|-L.+|--extern=.+)$/;

/** Returns the flags for the sources in Rust, which contain the version of rustc. */
export async function rustFlags(file: string, given: readonly string[]): Promise<SourceFlags> {
  const refused = given.find((flag) => !ACCEPTED.test(flag));
  if (refused !== undefined) {
    throw usageError(
      `the flag ${refused} is refused for ${file}: after --, rustc may get --edition=, --cfg=, --extern=, -L and lints`,
      `for other flags, compile it to LLVM IR and check the .ll file: ${documentation('use/rust')}`,
    );
  }
  const { output } = await rustc(file, ['-vV']);
  return { flags: given, optimise: undefined, reads: [], compiler: Buffer.from(output).toString('utf8') };
}

/** Compiles a crate with its modules to LLVM IR. `major`: the version of LLVM that reads it. */
export async function compileRust(
  file: string,
  { flags, compiler = '' }: SourceFlags,
  major: number,
): Promise<CompiledSource> {
  requireVersion(file, compiler, major);
  const text = await readFile(file, 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'fencepost-'));
  try {
    const [ir, dependencies, program] = ['ir.ll', 'dependencies.d', 'program'].map((name) => join(folder, name));
    const emitted = [`llvm-ir=${ir!}`, `dep-info=${dependencies!}`];
    const isWithLibrary = !/^\s*#!\[no_std\]/m.test(text);
    const { ok, messages } = await rustc(
      file,
      [
        ...(flags.some((flag) => flag.startsWith('--edition=')) ? [] : [EDITION]),
        ...FIXED,
        ...(isWithLibrary ? WITH_LIBRARY : []),
        `--emit=${[...emitted, ...(isWithLibrary ? [`link=${program!}`] : [])].join(',')}`,
        `--crate-name=${crateName(file)}`,
        ...flags,
        file,
      ],
      folder,
    );
    if (!ok) throw new CompilerRejected([file], messages);
    const read = parseMakeRule((await readFile(dependencies!, 'utf8')).split(/\r?\n\r?\n/)[0]!);
    return { ...givenIr(await readFile(ir!, 'utf8')), warnings: messages, dependencies: read };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `queue.check.rs` is not the name of a crate. */
function crateName(file: string): string {
  const name = basename(file, '.rs').replaceAll(/\W/g, '_');
  return /^[a-z_]/i.test(name) ? name : `_${name}`;
}

/** Requires an LLVM that can read what rustc writes. */
function requireVersion(file: string, compiler: string, major: number): void {
  const [, written = '0'] = /^LLVM version: (\d+)/m.exec(compiler) ?? [];
  if (Number(written) <= major) return;
  throw new FencepostError(
    'C_TOOLCHAIN',
    `${file}: rustc writes IR of LLVM ${written}, and clang is version ${major}`,
    {
      hint: `install clang ${written}, or take an older rustc`,
    },
  );
}

function rustc(file: string, args: readonly string[], folder?: string): Promise<Outcome> {
  if (hasProgram('rustc', process.env)) return runProcess('rustc', args, undefined, folder);
  throw new FencepostError('C_TOOLCHAIN', `${file}: Rust needs rustc, which is not on the path`, {
    hint: 'install it from rustup.rs, or with the packages of your system',
  });
}
