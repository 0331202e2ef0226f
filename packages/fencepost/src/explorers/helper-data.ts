import type { Program } from '@fencepost/core';
import type { ProgramReference } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';

/** What a thread that helps is started with. */
export interface HelperData {
  readonly reference: ProgramReference;
  readonly maxDepth?: number | undefined;
}

/** Its own copy of the program; undefined: the file has changed since the search began. */
export async function referenced({ source, options, index, digest }: ProgramReference): Promise<Program | undefined> {
  const loaded = (await loadPrograms(source, options))[index];
  return loaded?.digest === digest ? loaded.program : undefined;
}
