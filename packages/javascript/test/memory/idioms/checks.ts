const IMPORTS = `
import assert from 'node:assert'; import buffer, { Buffer } from 'node:buffer'; import child_process from 'node:child_process';
import crypto from 'node:crypto'; import fs from 'node:fs'; import { createRequire } from 'node:module';
import querystring from 'node:querystring'; import stream from 'node:stream'; import { StringDecoder } from 'node:string_decoder';
import util from 'node:util'; import v8 from 'node:v8'; import vm from 'node:vm'; import zlib from 'node:zlib';
import { check } from 'fencepost';
const i32 = (s) => new Int32Array(s);
const u8 = (s) => new Uint8Array(s);
`;

function listOf(idioms: Readonly<Record<string, string>>): string {
  return Object.entries(idioms)
    .map(([name, code]) => `  [${JSON.stringify(name)}, ${code}],\n`)
    .join('');
}

/** A file with a check for each idiom; what the second thread gives depends on what it sees of the first. */
export function readChecks(reads: Readonly<Record<string, string>>, store = 'Atomics.store(i32(s), 0, 1)'): string {
  return `${IMPORTS}
for (const [name, read] of [\n${listOf(reads)}]) check(name, (t) => {
  const s = new SharedArrayBuffer(8);
  t.thread('writer', () => { ${store}; });
  t.thread('reader', () => read(s));
});`;
}

export function writeChecks(writes: Readonly<Record<string, string>>): string {
  return `${IMPORTS}
for (const [name, write] of [\n${listOf(writes)}]) check(name, (t) => {
  const s = new SharedArrayBuffer(8);
  t.thread('writer', () => { write(s); });
  t.thread('reader', () => u8(s)[0] !== 0);
});`;
}
