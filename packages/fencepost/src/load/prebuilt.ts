import { readFile, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { Built, BuiltElsewhere } from '@fencepost/c';

/** Keeps a compiled program in a file, for whoever has no compiler. */
export async function writeBuilt(file: string, { wasm, stored, warnings }: BuiltElsewhere): Promise<void> {
  await writeFile(file, serialize({ wasm, stored, warnings } satisfies BuiltElsewhere));
}

/** What was kept there by the same version. */
export async function readBuilt(file: string): Promise<Built> {
  const { restored } = await import('@fencepost/c');
  return restored(deserialize(await readFile(file)) as BuiltElsewhere);
}
