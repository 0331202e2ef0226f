import { types } from 'node:util';
import { theWorld } from '../runtime/current.js';
import { noteEffect } from '../runtime/effects.js';
import { unsupported } from './unsupported.js';

function randomByte(): number {
  return Math.floor(theWorld().random.next() * 256);
}

function getRandomValues<T>(array: T): T {
  if (!types.isTypedArray(array)) throw new TypeError('The data argument must be an integer-type TypedArray');
  noteEffect();
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  if (types.isSharedArrayBuffer(array.buffer)) throw new TypeError('The data argument must not be shared');
  for (let i = 0; i < bytes.length; i++) bytes[i] = randomByte();
  return array;
}

function randomUUID(): string {
  noteEffect();
  const bytes = Array.from({ length: 16 }, randomByte);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `crypto` of a world: its random numbers are the world's. */
export const modelCrypto = {
  getRandomValues,
  randomUUID,
  get subtle(): never {
    throw unsupported('crypto.subtle is not supported', 'it works in the background, which cannot be repeated');
  },
};
