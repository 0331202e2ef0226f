import { decodeWide, encodeWide } from './wide-words.js';

/** Values of 1 and 2 bytes are unsigned words, those of 4 bytes are signed, those of 8 bytes are encoded. */
export function readWord(bytes: Uint8Array, offset: number, size: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readView(view, offset, size);
}

/** The same from a view. */
export function readView(view: DataView, offset: number, size: number): number {
  switch (size) {
    case 1:
      return view.getUint8(offset);
    case 2:
      return view.getUint16(offset, true);
    case 4:
      return view.getInt32(offset, true);
    default:
      return encodeWide(view.getBigInt64(offset, true));
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
    default:
      view.setBigInt64(offset, decodeWide(word), true);
  }
}

/** The same into bytes. */
export function writeWord(bytes: Uint8Array, offset: number, size: number, word: number): void {
  writeView(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset, size, word);
}
