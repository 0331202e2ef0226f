import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Built, BuiltElsewhere } from '@fencepost/c';
import { FencepostError } from '@fencepost/core';
import { sha256 } from '../files/hashes.js';

/** Stores a compiled program in a folder, for agents without a compiler. */
export async function writeBuilt(folder: string, source: string, built: BuiltElsewhere): Promise<void> {
  const { wasm, stored, warnings } = built;
  await writeFile(
    fileFor(folder, source),
    process.getBuiltinModule('node:v8').serialize({ wasm, stored, warnings } satisfies BuiltElsewhere),
  );
}

/** Reads a compiled program that the same version has stored there. */
export async function readBuilt(folder: string, source: string): Promise<Built> {
  const { isBuiltElsewhere, restored } = await import('@fencepost/c');
  const bytes = await readFile(fileFor(folder, source)).catch(() => undefined);
  const built: unknown = bytes && process.getBuiltinModule('node:v8').deserialize(bytes);
  // Written by the submitter of the run.
  if (isBuiltElsewhere(built)) return restored(built);
  throw new FencepostError('CLUSTER', `the bundle of the run cannot be used: ${source} is not compiled in it`, {
    hint: 'submit it again',
  });
}

/** Hashes the path, because sources may be anywhere. */
function fileFor(folder: string, source: string): string {
  return join(folder, sha256(source));
}
