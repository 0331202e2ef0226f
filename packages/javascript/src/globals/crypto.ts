import { types } from '#host/types';
import { writeBytes } from '../memory/views/ranges.js';
import { shared } from '../memory/views/views.js';
import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { unsupported } from '../world/running/unsupported.js';

function randomByte(): number {
  return Math.floor(theWorld().random.next() * 256);
}

/** Returns bytes from the world's random numbers. */
export function randomBytes(length: number): Uint8Array {
  noteEffect();
  return Uint8Array.from({ length }, randomByte);
}

/** Fills a range of bytes with random ones; writes visibly if the memory is shared. */
export function fillRandomly(target: ArrayBufferView, start = 0, end = target.byteLength): void {
  const bytes = new Uint8Array(target.byteLength);
  bytes.set(randomBytes(end - start), start);
  const view = shared(target);
  if (view !== undefined) writeBytes(view, bytes, start, end);
  else new Uint8Array(target.buffer, target.byteOffset, target.byteLength).set(bytes.subarray(start, end), start);
}

/** `crypto.getRandomValues`. */
export function getRandomValues<T>(array: T): T {
  const isInteger = types.isTypedArray(array) && !array[Symbol.toStringTag].startsWith('Float');
  if (!isInteger) {
    throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (array.byteLength > 65_536) {
    const message = `The requested length exceeds 65,536 bytes: ${array.byteLength}`;
    throw new DOMException(message, 'QuotaExceededError');
  }
  fillRandomly(array);
  return array;
}

/** `crypto.randomUUID`. */
export function randomUUID(): string {
  const bytes = [...randomBytes(16)];
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `crypto` of a world; it uses the world's random numbers. */
export const modelCrypto = {
  getRandomValues,
  randomUUID,
  get subtle(): never {
    throw unsupported('crypto.subtle is not supported', 'it runs in the background, which cannot be replayed');
  },
};
