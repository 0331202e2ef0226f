import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of this package whose code affects what is built. */
const FOLDERS = ['build', 'ir', 'library', 'library/sources', 'link', 'project', 'toolchain'];

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
  const folders = FOLDERS.map((folder) => join(dirname(here), folder));
  // In a bundle, all code is in the files beside this one.
  return (folders.every((folder) => existsSync(folder)) ? folders : [here]).flatMap(filesIn).join('\n');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => {
    const { mtimeMs, size } = statSync(join(folder, name));
    return `${name} ${mtimeMs} ${size}`;
  });
}
