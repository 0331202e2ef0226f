import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Our headers in place of those of other tools. */
export const INCLUDED = join(dirname(fileURLToPath(import.meta.url)), '../../include');

/** Returns the files below a folder whose path there matches, sorted. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => name.test(each))
    .sort();
}
