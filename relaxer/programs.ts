import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import type { Program } from '@fencepost/core';

/** Beside the sources of this folder, also when these were compiled to dist/relaxer. */
const FOLDER = ['programs', '../../programs']
  .map((path) => resolve(import.meta.dirname, path))
  .find((path) => existsSync(path))!;

/** No loop of ours is longer, except to wait. */
const UNROLL = 200;

export async function load(name: string, flags: readonly string[] = []): Promise<Program> {
  const built = await build({ files: [join(FOLDER, `${name}.c`)], flags: [...flags] });
  return compiledProgram(name, built, { ...DEFAULT_BOUNDS, unroll: UNROLL });
}
