// What users can import. `exports` in packages/fencepost/package.json is the only list.
import fs from 'node:fs';
import path from 'node:path';

export const home = path.join(import.meta.dirname, '..', '..', '..', 'packages', 'fencepost');

/**
 * @typedef {object} Manifest
 * @property {string} version
 * @property {string} homepage
 * @property {Record<string, string | Record<string, string>>} exports
 * @property {Record<string, string>} dependencies
 * @property {Record<string, string>} peerDependencies
 */

/** @returns {Manifest} */
export function manifest() {
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
  return /** @type {Manifest} */ (parsed);
}

/**
 * @typedef {object} Entry
 * @property {string} name the name of its files: `index`, `vitest`
 * @property {string} specifier what users import: `fencepost`, `fencepost/vitest`
 * @property {string} compiled what the compiler made of its source
 * @property {string} declarations what the compiler made of its types
 * @property {string} types its published types
 * @property {string} bundle its published code
 */

/** @returns {Entry[]} */
export function entries() {
  return Object.entries(manifest().exports).flatMap(([key, target]) => {
    // The others are files that are published as they are, and sources that only tests of this repository import.
    if (typeof target === 'string' || target['default'] === undefined) return [];
    const { 'fencepost-source': source = '', types = '', default: bundle = '' } = target;
    const stem = path.join(home, source.replace(/^\.\/src\//, 'dist/').replace(/\.tsx?$/, ''));
    return {
      name: key === '.' ? 'index' : key.slice(2),
      specifier: path.posix.join('fencepost', key),
      compiled: `${stem}.js`,
      declarations: stem + (/\.d\.c?ts$/.exec(types)?.[0] ?? '.d.ts'),
      types: path.join(home, types),
      bundle: path.join(home, bundle),
    };
  });
}
