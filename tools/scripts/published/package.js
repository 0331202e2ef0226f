// Writes the folder that is published: what the build has made, without anything that only this repository needs.
import fs from 'node:fs';
import path from 'node:path';
import { entries, home, manifest } from './entries.js';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** From these to those. The places are the same in both, as code finds files by them. */
const FILES = [
  ['packages/fencepost/bin', 'bin'],
  ['packages/fencepost/dist/bundle', 'dist/bundle'],
  ['packages/fencepost/dist/browser', 'dist/browser'],
  ['packages/fencepost/dist/frameworks', 'dist/frameworks'],
  ['packages/fencepost/dist/native', 'dist/native'],
  ['packages/fencepost/dist/reference', 'dist/reference'],
  ['packages/fencepost/dist/types', 'dist/types'],
  ['packages/fencepost/dist/config.schema.json', 'dist/config.schema.json'],
  ['packages/fencepost/dist/report.schema.json', 'dist/report.schema.json'],
  ['packages/fencepost/dist/NOTICE', 'NOTICE'],
  ['LICENSE', 'LICENSE'],
];

/** @param {string} folder */
export function writePackage(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const [from = '', to = ''] of FILES) {
    fs.cpSync(path.join(root, from), path.join(folder, to), { recursive: true });
  }
  const published = publishedManifest();
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
  fs.writeFileSync(path.join(folder, 'README.md'), withAbsoluteLinks(readme, published.homepage.replace(/#.*/, '')));
}

function publishedManifest() {
  const { exports, ...rest } = manifest();
  const all = entries();
  /** @param {string} file */
  const fromHome = (file) => `./${path.relative(home, file).split(path.sep).join('/')}`;
  const [main] = all;
  if (main === undefined) throw new Error('the package exports nothing');
  return {
    ...rest,
    // For `moduleResolution: node10`, which knows no `exports`.
    main: fromHome(main.bundle),
    types: fromHome(main.types),
    typesVersions: { '*': Object.fromEntries(all.slice(1).map(({ name, types }) => [name, [fromHome(types)]])) },
    exports: {
      ...Object.fromEntries(Object.entries(exports).flatMap(([key, target]) => published(key, target))),
      './package.json': './package.json',
    },
  };
}

/**
 * Without sources; nothing of what only tests of this repository import.
 *
 * @param {string} key
 * @param {string | Record<string, string>} target
 * @returns {[string, string | Record<string, string>][]}
 */
function published(key, target) {
  if (typeof target === 'string') return [[key, target]];
  const { 'fencepost-source': _, ...rest } = target;
  return rest['default'] === undefined ? [] : [[key, rest]];
}

/** A registry does not know where the README stands. @param {string} text @param {string} repository */
function withAbsoluteLinks(text, repository) {
  return text.replaceAll(/(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)/g, (_, image, label, target) => {
    return `${image}${label}(${repository}/${image === '!' ? 'raw' : 'blob'}/main/${target})`;
  });
}
