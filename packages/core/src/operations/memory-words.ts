import { decodeWide, encodeWide } from './wide-words.js';

/**
 * Reads a word. Values of 1 and 2 bytes are unsigned words, those of 4 bytes are signed, those of 8 and 16 bytes are
 * encoded.
 */
export function readWord(bytes: Uint8Array, offset: number, size: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readView(view, offset, size);
}

/** Reads a word from a view. */
export function readView(view: DataView, offset: number, size: number): number {
  switch (size) {
    case 1:
      return view.getUint8(offset);
    case 2:
      return view.getUint16(offset, true);
    case 4:
      return view.getInt32(offset, true);
    case 8:
      return encodeWide(view.getBigInt64(offset, true));
    default:
      return encodeWide((view.getBigInt64(offset + 8, true) << 64n) | view.getBigUint64(offset, true), 128);
  }
}

/** Writes a word as `size` bytes. */
export function writeView(view: DataView, offset: number, size: number, word: number): void {
  switch (size) {
    case 1:
      view.setUint8(offset, word);
      break;
    case 2:
      view.setUint16(offset, word, true);
      break;
    case 4:
      view.setInt32(offset, word, true);
      break;
    case 8:
      view.setBigInt64(offset, decodeWide(word), true);
      break;
    default:
      view.setBigInt64(offset, decodeWide(word), true);
      view.setBigInt64(offset + 8, decodeWide(word) >> 64n, true);
  }
}

/** Writes a word into bytes. */
export function writeWord(bytes: Uint8Array, offset: number, size: number, word: number): void {
  writeView(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset, size, word);
}
