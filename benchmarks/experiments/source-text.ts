import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All C of a folder, headers too. */
export function sourceText(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.[ch]$/.test(file));
  return files
    .toSorted()
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('');
}
