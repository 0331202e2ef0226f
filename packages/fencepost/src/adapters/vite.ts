import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
// Adds `test` to the type of a configuration.
import type {} from 'vitest/config';
import type { Project } from './protocol.js';
import { PROJECT_VARIABLE } from './protocol.js';

/** Options of the plugin. */
export interface FencepostPluginOptions {
  /** Packages to instrument in any case: the check includes their accesses to shared memory. */
  readonly include?: readonly string[];
  /** Packages not to instrument. */
  readonly exclude?: readonly string[];
}

/** Vitest plugin: lets checks resolve modules as the project does. */
export default function fencepost(options: FencepostPluginOptions = {}): Plugin {
  return {
    name: 'fencepost',
    config: {
      // Runs after other plugins, which may also configure the names of modules.
      order: 'post',
      handler: (config) => {
        const project = { ...options, ...projectOf(config) };
        return { test: { env: { [PROJECT_VARIABLE]: JSON.stringify(project) } } };
      },
    },
  };
}

function projectOf({ root = process.cwd(), resolve, ssr }: UserConfig): Project {
  const alias = aliasOf(resolve?.alias, root);
  const conditions = [...(resolve?.conditions ?? []), ...(ssr?.resolve?.conditions ?? [])];
  // `development|production` stands for one of the two, depending on Vite's mode.
  const names = conditions.flatMap((name) => (name === 'development|production' ? ['development'] : [name]));
  return { alias, conditions: [...new Set(names)] };
}

type Alias = NonNullable<NonNullable<UserConfig['resolve']>['alias']>;

/** Returns the aliases that are plain names: only Vite can apply a regular expression. */
function aliasOf(alias: Alias = {}, root: string): Record<string, string> {
  const entries: (readonly [find: string | RegExp, replacement: unknown])[] = Array.isArray(alias)
    ? (alias as readonly { find: string | RegExp; replacement: string }[]).map(({ find, replacement }) => [
        find,
        replacement,
      ])
    : Object.entries(alias);
  return Object.fromEntries(
    entries.flatMap(([find, replacement]) =>
      typeof find === 'string' && typeof replacement === 'string' ? [[find, onDisk(replacement, root)]] : [],
    ),
  );
}

/** In Vite, `/src` may be a path relative to the root of the project. */
function onDisk(replacement: string, root: string): string {
  const below = join(root, replacement);
  return replacement.startsWith('/') && !existsSync(replacement) && existsSync(below) ? below : replacement;
}
