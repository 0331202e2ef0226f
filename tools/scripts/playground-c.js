// What the playground needs to check C: clang, as its package has it, in a form that a sandbox can take.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { browserBuild } from './bundle-page.js';

const root = path.join(import.meta.dirname, '..', '..');
const clang = path.join(root, 'node_modules', '@yowasp', 'clang', 'gen');
const packed = path.join(root, 'packages', 'playground', 'dist', 'packed');

/** Of the compiler's files: its headers for C. Those for C++ and the libraries are most of it. */
const HEADERS = /^include(?:$|\/[^/]*\.h$|\/wasm32-wasip1(?:$|\/))/;

/**
 * The files, by name. A sandbox evaluates scripts as the body of an asynchronous function of `given`, which gets what the
 * module exports.
 *
 * @type {Readonly<Record<string, () => Buffer | Promise<Buffer>>>}
 */
const FILES = {
  'clang.js': () => scriptOf("import * as clang from '@yowasp/clang'; given.clang = clang;"),
  ...Object.fromEntries(
    ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'].map((name) => [
      name,
      () => fs.readFileSync(path.join(clang, name)),
    ]),
  ),
  'llvm-resources.tar': () => entriesOf(fs.readFileSync(path.join(clang, 'llvm-resources.tar')), HEADERS),
};

/** Compressed, under names of no type: no host compresses them again, and no browser unpacks them unasked. */
export const C_FILES = Object.keys(FILES).map((name) => `${name}.packed`);

/**
 * Makes the files, unless they are there: to compress them takes longer than all else of the playground.
 *
 * @returns {Promise<string>} the folder they are in
 */
export async function packForC() {
  const version = fs.readFileSync(path.join(root, 'node_modules', '@yowasp', 'clang', 'package.json'));
  const key = createHash('sha256')
    .update(fs.readFileSync(import.meta.filename))
    .update(version);
  const folder = path.join(packed, key.digest('hex').slice(0, 12));
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(packed, { recursive: true });
  const unfinished = fs.mkdtempSync(path.join(packed, 'unfinished-'));
  for (const [name, make] of Object.entries(FILES)) {
    fs.writeFileSync(path.join(unfinished, `${name}.packed`), gzipSync(await make()));
  }
  try {
    fs.renameSync(unfinished, folder);
  } catch {
    fs.rmSync(unfinished, { recursive: true }); // another process was faster
  }
  return folder;
}

/** A module and what it imports, as the body of an asynchronous function. @param {string} text */
async function scriptOf(text) {
  const entry = path.join(root, 'packages', 'playground', 'entry.js');
  const { output } = await build({
    ...browserBuild,
    input: entry,
    transform: { define: { 'import.meta.url': '"file:///"', 'globalThis.fetch': 'given.fetch' } },
    plugins: [
      {
        name: 'tools',
        // They ask for modules of Node only where they find themselves in Node.
        resolveId: (id) => (id === entry || id.startsWith('node:') ? id : undefined),
        load: (id) => (id === entry ? text : id.startsWith('node:') ? '' : undefined),
      },
    ],
    write: false,
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  return Buffer.from(output[0].code);
}

const BLOCK = 512;

/** A tar with those entries of another that have such names. @param {Buffer} tar @param {RegExp} names */
function entriesOf(tar, names) {
  const blocks = [];
  for (let at = 0; at < tar.length && tar[at] !== 0;) {
    const name = tar.toString('latin1', at, at + 100).replace(/\/?\0.*$/s, '');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (names.test(name)) blocks.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}
