// What the playground needs to check TypeScript: the parser and the type stripper, as packages have them.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const modules = path.join(import.meta.dirname, '..', '..', 'node_modules');

/** @type {Readonly<Record<string, string>>} */
const FILES = {
  'oxc-parser.wasm': '@oxc-parser/binding-wasm32-wasi/parser.wasm32-wasi.wasm',
  'oxc-transform.wasm': '@oxc-transform/binding-wasm32-wasi/transform.wasm32-wasi.wasm',
};

/**
 * The files, compressed, under names of no type, as those for C are.
 *
 * @returns {Map<string, Buffer>}
 */
export function packForTypeScript() {
  return new Map(
    Object.entries(FILES).map(([name, file]) => [
      `${name}.packed`,
      gzipSync(fs.readFileSync(path.join(modules, file))),
    ]),
  );
}
