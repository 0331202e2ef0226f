import { spawnSync } from 'node:child_process';
import type { Environment } from './programs.js';
import { LLVM_VERSIONS, firstOnPath } from './programs.js';

/** Returns C++ names as written in the source, if a demangler is available. */
export function demangled(names: readonly string[], environment: Environment = process.env): readonly string[] {
  if (!names.some((name) => name.startsWith('_Z'))) return names;
  const filters = ['c++filt', 'llvm-cxxfilt', ...LLVM_VERSIONS.map((version) => `llvm-cxxfilt-${version}`)];
  const filter = firstOnPath(filters, environment);
  if (filter === undefined) return names;
  // Null if it cannot be run, contrary to the type definitions.
  const { stdout } = spawnSync(filter, { input: `${names.join('\n')}\n`, maxBuffer: 1 << 30 }) as {
    stdout: Buffer | null;
  };
  const lines = (stdout?.toString('utf8') ?? '').split('\n').slice(0, -1);
  return lines.length === names.length ? lines : names;
}
