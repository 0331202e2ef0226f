import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { FencepostError } from '@fencepost/core';

/** A program in Rust, with the folder that it and its modules lie in. */
export interface RustProgram {
  readonly folder: string;
  readonly file: string;
  /** The names that `cfg` knows. */
  readonly cfg: readonly string[];
}

/** What Miri gives its tests: a start in place of `main`, output, and assumptions. */
const MIRI_START = `
#[unsafe(no_mangle)]
pub extern "C" fn main(_count: i32, _values: *const *const u8) -> i32 { miri_start(0, std::ptr::null()) as i32 }
#[unsafe(no_mangle)] fn miri_write_to_stdout(_bytes: &[u8]) {}
#[unsafe(no_mangle)] fn miri_write_to_stderr(_bytes: &[u8]) {}
#[unsafe(no_mangle)]
fn miri_genmc_assume(condition: bool) {
  unsafe extern "C" { fn __VERIFIER_assume(condition: i32); }
  unsafe { __VERIFIER_assume(condition as i32) }
}
`;

/** The tests use the crate `libc`, of which the standard library has a private copy. */
const WITH_LIBC = ['-Zunstable-options', '--extern=libc', '-Zcrate-attr=feature(rustc_private)'];

/** As docs/use/rust.md says; what only the checker defines stays unresolved. */
const TO_IR = [
  ...['-A', 'warnings', '-g', '-Cpanic=abort', '-Clto=fat', '-Copt-level=0', '--emit=llvm-ir,link'],
  '-Clink-arg=-Wl,--unresolved-symbols=ignore-all',
];

/** Compiles a copy of the program to LLVM IR, and passes the file on. */
export async function withRust<T>(program: RustProgram, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-rust-'));
  try {
    const copied = join(folder, 'tests');
    cpSync(program.folder, copied, { recursive: true });
    const file = join(copied, relative(program.folder, program.file));
    if (readFileSync(file, 'utf8').includes('fn miri_start')) appendFileSync(file, MIRI_START);
    const cfg = program.cfg.flatMap((name) => ['--cfg', name]);
    const out = join(folder, 'program');
    const { status, stderr } = spawnSync('rustc', ['--edition=2021', ...WITH_LIBC, ...TO_IR, ...cfg, '-o', out, file], {
      env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new FencepostError('C_COMPILE', /^error.*$/m.exec(stderr)?.[0] ?? 'rustc is missing');
    return await use(`${out}.ll`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
