import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of this package whose code affects what is built. */
const FOLDERS = ['build', 'ir', 'library', 'link', 'project', 'toolchain'];
/** Other packages whose code affects what is built. */
const PACKAGES = ['core', 'wasm'];

let known: string | undefined;

/**
 * Returns a value that changes with every change of our own code, so that results of another version are not reused. It
 * is read once, because the running code is that of the first call.
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
  // In a bundle, all code is in the files next to this one. Reading them all takes too long for a command.
  return folders.every((folder) => existsSync(folder)) ? contentsOf(folders) : stampsOf(here);
}

/**
 * Returns a hash of all files in these folders. It is the same in every clone of the repository, so clones can share a
 * cache.
 */
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

/** A bundle with all of this code. Names of other bundles contain hashes of their contents. */
const WHOLE = 'checker.cjs';

function stampsOf(folder: string): string {
  const names = readdirSync(folder);
  const stamps = stampsOfEach(folder, names.includes(WHOLE) ? [WHOLE] : names);
  return `${names.join('\n')}\n${stamps}`;
}

function stampsOfEach(folder: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const { mtimeMs, size } = statSync(join(folder, name));
      return `${name} ${mtimeMs} ${size}`;
    })
    .join('\n');
}
