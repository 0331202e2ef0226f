import { Buffer } from 'node:buffer';
import type { Bytes } from '../host.js';

export const bytes: Bytes = {
  toText: (given) => Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64'),
  fromText: (text) => Buffer.from(text, 'base64'),
  areEqual: (a, b) => Buffer.compare(a, b) === 0,
  // Small Buffers share a pool.
  isPooled: (view) => Buffer.isBuffer(view),
};
