import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Built, BuiltElsewhere } from '@fencepost/c';
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
  const { restored } = await import('@fencepost/c');
  return restored(
    process.getBuiltinModule('node:v8').deserialize(await readFile(fileFor(folder, source))) as BuiltElsewhere,
  );
}

/** Hashes the path, because sources may be anywhere. */
function fileFor(folder: string, source: string): string {
  return join(folder, sha256(source));
}
