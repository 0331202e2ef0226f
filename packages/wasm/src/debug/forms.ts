import type { DwarfReader } from './dwarf-reader.js';

/** A value that is an index into another section, looked up when the unit is known. */
export interface Indexed {
  readonly of: 'text' | 'line text' | 'string' | 'address' | 'ranges';
  readonly index: number;
}

/** The value of an attribute. */
export type Value = number | string | Uint8Array | Indexed;

const SIZES: Readonly<Record<number, number>> = {
  0x01: 4, 0x05: 2, 0x06: 4, 0x07: 8, 0x0b: 1, 0x0c: 1, 0x10: 4, 0x11: 1, 0x12: 2, 0x13: 4, 0x14: 8, 0x17: 4,
  0x1c: 4, 0x1d: 4, 0x20: 8, 0x24: 8,
}; // prettier-ignore
const NUMBERS = new Set([0x0f, 0x15, 0x22]); // udata, ref_udata, loclistx
/** Sizes of indices, by form; 0: LEB128. */
const STRINGS: Readonly<Record<number, number>> = { 0x1a: 0, 0x25: 1, 0x26: 2, 0x27: 3, 0x28: 4 };
const ADDRESSES: Readonly<Record<number, number>> = { 0x1b: 0, 0x29: 1, 0x2a: 2, 0x2b: 3, 0x2c: 4 };
/** Sizes of lengths, by form; 0: LEB128. */
const BLOCKS: Readonly<Record<number, number>> = { 0x03: 2, 0x04: 4, 0x09: 0, 0x0a: 1, 0x18: 0 };

/** Reads a value by its form (DWARF 5, section 7.5.6), in 32-bit DWARF with 4-byte addresses. */
export function readForm(reader: DwarfReader, form: number): Value {
  const size = SIZES[form];
  if (size !== undefined) return reader.fixed(size);
  if (NUMBERS.has(form)) return reader.unsigned();
  const sized = (bytes: number): number => (bytes === 0 ? reader.unsigned() : reader.fixed(bytes));
  if (form in STRINGS) return { of: 'string', index: sized(STRINGS[form]!) };
  if (form in ADDRESSES) return { of: 'address', index: sized(ADDRESSES[form]!) };
  if (form in BLOCKS) return block(reader, sized(BLOCKS[form]!));
  switch (form) {
    case 0x08:
      return reader.text();
    case 0x0d: // sdata
      return Number(reader.signed());
    case 0x0e:
      return { of: 'text', index: reader.fixed(4) };
    case 0x16: // indirect
      return readForm(reader, reader.unsigned());
    case 0x19: // flag_present
      return 1;
    case 0x1e:
      return block(reader, 16);
    case 0x1f:
      return { of: 'line text', index: reader.fixed(4) };
    case 0x23:
      return { of: 'ranges', index: reader.unsigned() };
    default:
      throw new RangeError(`unknown form ${form}`);
  }
}

function block(reader: DwarfReader, length: number): Uint8Array {
  const start = reader.position;
  reader.skip(length);
  return reader.bytes.subarray(start, reader.position);
}
