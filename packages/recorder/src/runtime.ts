import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FencepostError } from '@fencepost/core';
import type { Environment } from './programs.js';
import { LLVM_VERSIONS, compilersOnPath, firstOnPath } from './programs.js';
import { wrapperScript } from './wrapper.js';

/** Name of the library. gcc links `tsan`: a link of that name refers to this library. */
const LIBRARY = 'libfencepost-recorder.so';
const FLAGS = ['-O2', '-fPIC', '-shared', '-fexceptions', '-fvisibility=hidden', '-ftls-model=initial-exec'];

/** The runtime, ready to be linked. */
export interface Runtime {
  /** A folder with compilers that compile with hooks and link the runtime. */
  readonly compilers: string;
  readonly names: readonly string[];
}

/**
 * Builds the native part of the recorder, compiled on this machine when it is first needed. Programs that are linked
 * with it, and builds that store the path of their compiler, refer to the folder, so it is kept.
 */
export function buildRuntime(cache: string, environment: Environment = process.env): Runtime {
  if (process.platform !== 'linux') {
    throw new FencepostError('C_TOOLCHAIN', `fencepost record works on Linux only, not on ${process.platform}`);
  }
  const compiler = firstOnPath(
    ['cc', 'gcc', 'clang', ...LLVM_VERSIONS.map((version) => `clang-${version}`)],
    environment,
  );
  if (compiler === undefined) {
    throw new FencepostError('C_TOOLCHAIN', 'there is no C compiler', { hint: 'apt install gcc, or clang' });
  }
  const folder = fileURLToPath(new URL('../native/', import.meta.url));
  const sources = readdirSync(folder)
    .filter((name) => /\.[ch]$/.test(name))
    .toSorted();
  const found = compilersOnPath(environment, '');
  const hash = createHash('sha256').update(JSON.stringify([compiler, FLAGS, found, wrapperScript.toString()]));
  for (const name of sources) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  const target = join(cache, 'recorder', hash.digest('hex').slice(0, 16));
  const names = found.map(({ name }) => name);
  const runtime: Runtime = { compilers: join(target, 'bin'), names };
  if (existsSync(target)) return runtime;
  const making = `${target}.${randomBytes(6).toString('hex')}`;
  mkdirSync(join(making, 'bin'), { recursive: true });
  try {
    compile(compiler, join(folder, 'recorder.c'), join(making, LIBRARY));
    symlinkSync(LIBRARY, join(making, 'libtsan.so'));
    for (const each of found)
      writeFileSync(join(making, 'bin', each.name), wrapperScript(each, target), { mode: 0o755 });
    renameSync(making, target);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(target)) throw error;
  }
  return runtime;
}

function compile(compiler: string, source: string, output: string): void {
  const args = [...FLAGS, `-Wl,-soname,${LIBRARY}`, source, '-o', output, '-ldl', '-lpthread'];
  const { status, stderr, error } = spawnSync(compiler, args, { encoding: 'utf8' });
  if (status === 0) return;
  const said = error?.message ?? stderr.trim().split('\n').slice(0, 5).join('\n');
  throw new FencepostError('C_TOOLCHAIN', `the recorder's runtime could not be compiled with ${compiler}: ${said}`, {
    hint: 'it needs the headers of the C library: apt install libc6-dev',
  });
}
