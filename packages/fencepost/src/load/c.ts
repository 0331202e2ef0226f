import { basename, extname } from 'node:path';
import { C_SOURCES } from '../files/c-sources.js';
import { readText } from '../files/files.js';
import type { FrontEnd } from './front-end.js';
import type { LoadOptions, LoadedProgram } from './loaded-program.js';
import { digestOf } from './loaded-program.js';

/** Programs that clang compiles. */
export const C: FrontEnd = {
  name: 'c',
  files: 'a program in C, C++ or LLVM IR (*.c, *.cpp, *.ll)',
  extensions: C_SOURCES,
  load: async (file, options) => [await compile(file, options)],
};

/** Among the flags for the compiler are further files of the program. */
async function compile(path: string, { unroll, spurious, compiler }: LoadOptions): Promise<LoadedProgram> {
  const { DEFAULT_BOUNDS, build, compiledProgram, sourcesAmong } = await import('@fencepost/c');
  const more = sourcesAmong(compiler, isSource);
  for (const each of [path, ...more]) readText(each); // says why, if it cannot be read
  const flags = compiler.filter((each) => !more.includes(each));
  const built = await build({ files: [path, ...more], flags });
  const bounds = { ...DEFAULT_BOUNDS, spurious, ...(unroll !== undefined && { unroll }) };
  return {
    source: path,
    program: compiledProgram(basename(path), built, bounds),
    digest: digestOf(built.wasm),
    alone: true,
    warnings: built.warnings,
  };
}

function isSource(path: string): boolean {
  return C_SOURCES.some((extension) => extension === extname(path));
}
