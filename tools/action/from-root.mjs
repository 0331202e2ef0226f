// Rewrites the names of files in annotations and SARIF, which start from the folder in which the command ran, to start
// from the root of the repository: from-root.mjs FOLDER ANNOTATIONS SARIF
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

const [folder = '.', annotations = '', sarif = ''] = process.argv.slice(2);
const below = posix.normalize(folder.replaceAll('\\', '/')).replace(/\/$/, '');
if (below !== '.') {
  /** @type {(all: string, start: string, file: string) => string} */
  const movedFile = (_, start, file) => start + posix.join(below, file);
  const lines = readFileSync(annotations, 'utf8');
  writeFileSync(annotations, lines.replaceAll(/^(::\w+ file=)(?!\/|\w%3A)([^,:]*)/gm, movedFile));
  const prefix = below.split('/').map(encodeURIComponent).join('/');
  /** @type {(key: string, value: { readonly uriBaseId?: string; readonly uri?: string } | null) => unknown} */
  const moved = (_, value) =>
    value?.uriBaseId === '%SRCROOT%' && value.uri !== undefined
      ? { ...value, uri: posix.join(prefix, value.uri) }
      : value;
  writeFileSync(sarif, JSON.stringify(JSON.parse(readFileSync(sarif, 'utf8'), moved), undefined, 2));
}
