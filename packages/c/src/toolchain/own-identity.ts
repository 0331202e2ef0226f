import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of this package whose code shapes what is built. */
const FOLDERS = ['ir', 'link', 'toolchain'];

/** Changes with every change of our own code: what an earlier version has built is of no use to another. */
export function ownIdentity(): string {
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.url)));
    return FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => {
        const { mtimeMs, size } = statSync(join(root, folder, name));
        return `${folder}/${name} ${mtimeMs} ${size}`;
      }),
    ).join('\n');
  } catch {
    return 'bundled'; // not in files of its own
  }
}
