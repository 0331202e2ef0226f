import { join } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Program } from '@fencepost/core';
import { REPOSITORY } from '../repository.js';

const FOLDER = join(REPOSITORY, 'benchmarks', 'relaxer', 'programs');

/** No loop of ours is longer, except to wait. */
const UNROLL = 200;

export async function load(name: string, flags: readonly string[] = []): Promise<Program> {
  const built = await build({ files: [join(FOLDER, `${name}.c`)], flags: [...flags] });
  return compiledProgram(name, built, { ...DEFAULT_BOUNDS, unroll: UNROLL });
}
