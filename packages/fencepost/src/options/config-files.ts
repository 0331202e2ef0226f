import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `fencepost.config.${extension}`);

/** Returns all configuration files of a folder. There may be one. */
export function configsIn(folder: string): string[] {
  return NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
}
