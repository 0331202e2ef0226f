import type { Bytes } from '../host.js';

export const bytes: Bytes = {
  toText: (given) => Array.from(given, (byte) => String.fromCharCode(byte)).join(''),
  fromText: (text) => Uint8Array.from(text, (each) => each.charCodeAt(0)),
  areEqual: (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]),
  isPooled: () => false,
};
