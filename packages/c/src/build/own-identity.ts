import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of this package whose code affects what is built. */
const FOLDERS = ['build', 'ir', 'library', 'link', 'project', 'toolchain'];
/** Packages whose code does. */
const PACKAGES = ['core', 'wasm'];

let known: string | undefined;

/**
 * Changes with every change of our own code: results of another version are not reused. Read once: the running code is
 * the one that was there first.
 */
export function ownIdentity(): string {
  return (known ??= read());
}

function read(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  // `src` or `dist`.
  const own = dirname(here);
  const packages = dirname(dirname(own));
  const folders = [
    ...FOLDERS.map((folder) => join(own, folder)),
    ...PACKAGES.map((name) => join(packages, name, basename(own))),
  ];
  // In a bundle, all code is in the files beside this one. To read these takes too long for a command.
  return folders.every((folder) => existsSync(folder)) ? contentsOf(folders) : stampsOf(here);
}

/** A hash of all files in these folders: the same in every clone of the repository, so that a cache outlives a clone. */
export function contentsOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
      const file = join(folder, name);
      if (statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function stampsOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => {
      const { mtimeMs, size } = statSync(join(folder, name));
      return `${name} ${mtimeMs} ${size}`;
    })
    .join('\n');
}
