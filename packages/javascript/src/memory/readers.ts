import assert from 'node:assert';
import { createHash, createHmac } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import v8 from 'node:v8';
import zlib from 'node:zlib';
import { bytesOf } from './ranges.js';
import { callNative, replace } from './replace.js';
import { shared } from './views.js';

const DEEP = ['deepEqual', 'deepStrictEqual', 'notDeepEqual', 'notDeepStrictEqual'];

/** Functions of Node that only read what they are given. */
const READERS: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [v8, ['deserialize']],
  [util, ['isDeepStrictEqual']],
  [assert, DEEP],
  [assert.strict, DEEP],
  [zlib, Object.keys(zlib).filter((name) => name.endsWith('Sync'))],
  [Object.getPrototypeOf(createHash('sha256')) as object, ['update']],
  [Object.getPrototypeOf(createHmac('sha256', '')) as object, ['update']],
];

/** Of what they are given, these show the first elements. */
const PRINTERS = ['inspect', 'format', 'formatWithOptions'];
const MOST_SHOWN = 100;

/** Lets a thread give them views of shared memory: they get copies, and what the copies are made of is read visibly. */
export function installReaders(): void {
  for (const [owner, names] of READERS) for (const name of names) giveCopies(owner, name, Infinity);
  const { inspect } = util;
  for (const name of PRINTERS) giveCopies(util, name, MOST_SHOWN);
  // It has properties of its own, as `inspect.custom`.
  const properties = Object.entries(Object.getOwnPropertyDescriptors(inspect));
  for (const [name, property] of properties) {
    if (!Object.hasOwn(util.inspect, name)) Object.defineProperty(util.inspect, name, property);
  }
  // For those who import single functions.
  syncBuiltinESMExports();
}

/** `most`: so many elements are read. */
function giveCopies(owner: object, name: string, most: number): void {
  replace(owner, name, (native, self, args) => {
    if (!args.some(shared)) return undefined;
    const copies = args.map((value) => unshared(value, most));
    return { result: callNative(native, self, copies) };
  });
}

function unshared(value: unknown, most: number): unknown {
  const view = shared(value);
  if (view === undefined) return value;
  const Kind = view.kind?.make ?? DataView;
  const bytes = bytesOf(view, most * (view.kind?.size ?? 1));
  // It may be a Buffer.
  return Object.setPrototypeOf(new Kind(bytes.buffer), Object.getPrototypeOf(view.view) as object);
}
