import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Whether the programs in Rust can be compiled. */
export const hasRust = spawnSync('rustc', ['--version']).status === 0;

const FLAGS = ['--edition=2021', '-g', '-Cpanic=abort', '-Clto=fat', '-Copt-level=0', '--emit=llvm-ir,link'];

/** Compiles a program with Rust's library to LLVM IR. */
export function asIr<T>(source: string, flags: readonly string[], use: (ir: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-rust-'));
  execFileSync('rustc', [...FLAGS, ...flags, '--out-dir', folder, source], { stdio: 'pipe' });
  const ir = join(folder, `${basename(source, '.rs')}.ll`);
  return use(ir).finally(() => rmSync(folder, { recursive: true, force: true }));
}
