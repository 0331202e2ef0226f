import { readdirSync } from 'node:fs';

/** Returns the files below a folder whose path there matches, sorted. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((each) => name.test(each))
    .sort();
}
