import { spawnSync } from 'node:child_process';
import type { Environment } from './programs.js';
import { LLVM_VERSIONS, firstOnPath } from './programs.js';

/** Names of C++ as they are written, if there is a program that knows. */
export function demangled(names: readonly string[], environment: Environment = process.env): readonly string[] {
  if (!names.some((name) => name.startsWith('_Z'))) return names;
  const filters = ['c++filt', 'llvm-cxxfilt', ...LLVM_VERSIONS.map((version) => `llvm-cxxfilt-${version}`)];
  const filter = firstOnPath(filters, environment);
  if (filter === undefined) return names;
  // Null if it cannot be run, whatever the types say.
  const { stdout } = spawnSync(filter, { input: `${names.join('\n')}\n`, maxBuffer: 1 << 30 }) as {
    stdout: Buffer | null;
  };
  const lines = (stdout?.toString('utf8') ?? '').split('\n').slice(0, -1);
  return lines.length === names.length ? lines : names;
}
