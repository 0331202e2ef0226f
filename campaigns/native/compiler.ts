import { spawnSync } from 'node:child_process';

const NAMES = ['clang', ...[22, 21, 20, 19, 18, 17, 16].map((version) => `clang-${version}`)];

/** Returns a compiler for this machine, if there is one. */
export function nativeCompiler(): string | undefined {
  return NAMES.find((name) => spawnSync(name, ['--version']).status === 0);
}
