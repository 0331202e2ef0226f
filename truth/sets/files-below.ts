import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Our headers in place of those of other tools; beside the sources, from where tests run this file, or above `dist`. */
export const INCLUDED = ['../include', '../../include']
  .map((each) => join(here, each))
  .find((each) => existsSync(each))!;

/** Returns the files below a folder whose path there matches, sorted. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => name.test(each))
    .sort();
}
