import { basename, extname } from 'node:path';
import type { Built } from '@fencepost/c';
import { C_SOURCES } from '../files/c-sources.js';
import { readText } from '../files/files.js';
import type { FrontEnd } from './front-end.js';
import type { CompiledProgram, LoadOptions, LoadedProgram } from './loaded-program.js';
import { digestOf } from './loaded-program.js';

/** Programs that clang compiles. */
export const C: FrontEnd = {
  name: 'c',
  files: 'a program in C, C++ or LLVM IR (*.c, *.cpp, *.ll)',
  extensions: C_SOURCES,
  load: async (file, options) => [await compile(file, options)],
};

/** Among the flags for the compiler are further files of the program. */
async function compile(path: string, options: LoadOptions): Promise<LoadedProgram> {
  const { build, sourcesAmong } = await import('@fencepost/c');
  const { compiler, prebuilt } = options;
  if (prebuilt !== undefined) {
    const { readBuilt } = await import('./prebuilt.js');
    return loaded(path, await readBuilt(prebuilt, path), options);
  }
  const more = sourcesAmong(compiler, isSource);
  for (const each of [path, ...more]) readText(each); // says why, if it cannot be read
  const flags = compiler.filter((each) => !more.includes(each));
  const built = await build({ files: [path, ...more], flags });
  const program: CompiledProgram = { ...(await loaded(path, built, options)), files: [path, ...more], built };
  return program;
}

async function loaded(
  path: string,
  built: Built,
  { unroll, spurious, failOnExit }: LoadOptions,
): Promise<LoadedProgram> {
  const { DEFAULT_BOUNDS, compiledProgram } = await import('@fencepost/c');
  const bounds = { ...DEFAULT_BOUNDS, spurious, failOnExit, ...(unroll !== undefined && { unroll }) };
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
