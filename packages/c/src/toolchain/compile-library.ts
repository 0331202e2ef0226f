import { FencepostError } from '@fencepost/core';
import type { CompiledSource, Door } from './compile.js';
import { dependencyFlags, onDisk, splitOutput, target } from './compile.js';
import type { Toolchain } from './toolchain.js';

/** A source of the library. */
export interface LibrarySource {
  readonly name: string;
  readonly language: 'c' | 'c++';
  readonly source: string;
}

/**
 * Flags for the library. It is optimised: its internal operations are irrelevant to the user, and users' libraries are
 * compiled with optimisation, too. A `long double` is a `double`, as WebAssembly has no other; the driver refuses to say so
 * for its 32-bit targets.
 */
const FLAGS = ['-O1', '-fno-vectorize', '-fno-slp-vectorize', '-Xclang', '-mlong-double-64', '-D__NO_CTYPE=1', '-w'];
const LANGUAGE = { c: ['-std=gnu17'], 'c++': ['-fexceptions', '-D_GLIBCXX_TSAN=1'] } as const;

/**
 * Returns flags for the headers of this machine, if there are none for the target: what programs bring with them when they
 * are preprocessed. Where they depend on the architecture, they suit any other one with 32 bits.
 */
function hostHeaders(door: Door, { ownHeaders, wasiHeaders, frameworks }: Toolchain): string[] {
  if (door !== 'wasm32' || ownHeaders || wasiHeaders !== undefined) return [];
  const folders = ['', '/x86_64-linux-gnu', '/aarch64-linux-gnu'].map((folder) => `/usr/include${folder}`);
  return [`${frameworks.replace(/\/$/, '')}/wasm32`, ...folders].flatMap((folder) => ['-isystem', folder]);
}

/** Returns the C++ standard for the library: its classes have other members since C++20. */
export function standardOf(flags: readonly string[]): string {
  const given = flags.findLast((flag) => flag.startsWith('-std=')) ?? '';
  return /\+\+2[0-9a-c]/.test(given) ? '-std=c++20' : '-std=c++17';
}

/** Compiles a part of the library to LLVM IR. `flags`: those of the program. */
export async function compileLibrary(
  toolchain: Toolchain,
  { name, language, source }: LibrarySource,
  door: Door,
  flags: readonly string[],
): Promise<Pick<CompiledSource, 'ir' | 'dependencies'>> {
  const args = [
    ...target(door, toolchain),
    ...hostHeaders(door, toolchain),
    ...FLAGS,
    ...LANGUAGE[language],
    ...(language === 'c++' ? [standardOf(flags)] : []),
    ...['-x', language, '-S', '-emit-llvm', ...dependencyFlags(), '-o', '-', '-'],
  ];
  const { ok, output, messages } = await toolchain.run({
    ...{ tool: 'clang', args: () => args, input: source },
    reads: [toolchain.frameworks],
  });
  if (!ok) {
    const hint = 'C++ programs need the headers of libstdc++ (tested with version 12): apt install libstdc++-12-dev';
    const [first = ''] = /^.*\berror: .*$/m.exec(messages) ?? [];
    throw new FencepostError('C_UNSUPPORTED', `the C++ library (${name}) cannot be compiled: ${first}`, { hint });
  }
  const { ir, dependencies } = splitOutput(new TextDecoder().decode(output));
  return { ir, dependencies: onDisk(toolchain, dependencies).filter((path) => path !== '-' && path !== '<stdin>') };
}
