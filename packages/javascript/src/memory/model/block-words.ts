import type { ElementType } from '@fencepost/core';
import { showNumber, sizeOfElement } from '@fencepost/core';

// Contents of blocks as words of the models: a hash, so that equal contents have the same word in every process, or the
// next free word. The table is global to the process, like that of wide words.

const contents = new Map<number, Uint8Array>();

/** Returns the word for these bytes. */
export function encodeBytes(bytes: Uint8Array): number {
  for (let word = hashOf(bytes); ; word = (word + 1) | 0) {
    const known = contents.get(word);
    if (known === undefined) contents.set(word, copyOf(bytes));
    else if (!areSame(known, bytes)) continue;
    return word;
  }
}

/** Returns the bytes of a word; the caller must not change them. */
export function decodeBytes(word: number): Uint8Array {
  return contents.get(word)!;
}

const SHOWN = 8;

/** Returns the first elements as text, for reports. */
export function showBytes(word: number, form: ElementType = 'Uint8'): string {
  const bytes = decodeBytes(word);
  const size = sizeOfElement(form);
  const count = Math.floor(bytes.length / size);
  const bitsAt = (start: number): bigint => {
    let bits = 0n;
    for (let i = size - 1; i >= 0; i--) bits = (bits << 8n) | BigInt(bytes[start + i]!);
    return bits;
  };
  const shown = Array.from({ length: Math.min(count, SHOWN) }, (_, i) => showNumber(bitsAt(i * size), size, form));
  const first = shown.join(' ');
  return count > SHOWN ? `${first} … (${count} ${size === 1 ? 'bytes' : 'elements'})` : first;
}

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) copy[i] = bytes[i]!;
  return copy;
}

function areSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ bytes.length;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash | 0;
}
