import { closeSync, openSync, readSync } from 'node:fs';

/** A variable of a program or a shared library. */
export interface DataSymbol {
  readonly name: string;
  /** Within the module. */
  readonly address: number;
  readonly size: number;
}

// The parts of ELF (System V ABI, 64 bits, little-endian) that symbols need.
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const HEADER_BYTES = 64;
const SECTION_BYTES = 64;
const SYMBOL_BYTES = 24;
const SYMTAB = 2;
const DYNSYM = 11;
/** The type of a symbol that is a variable. */
const OBJECT = 1;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly bytes: number;
  /** Of a symbol table: the section with the names. */
  readonly link: number;
}

/** The variables in a file, if it has a symbol table; none if it is no such file, or damaged. */
export function dataSymbols(path: string): DataSymbol[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return [];
  }
  try {
    return symbolsIn((offset, bytes) => readAt(file, offset, bytes));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    closeSync(file);
  }
}

type Read = (offset: number, bytes: number) => Buffer;

function symbolsIn(read: Read): DataSymbol[] {
  const header = read(0, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return [];
  const table = read(wide(header, 40), header.readUInt16LE(60) * SECTION_BYTES);
  const sections = Array.from({ length: table.length / SECTION_BYTES }, (_, i) =>
    sectionIn(table.subarray(i * SECTION_BYTES)),
  );
  // A program that was stripped still has those that others may use.
  const symbols = sections.find(({ type }) => type === SYMTAB) ?? sections.find(({ type }) => type === DYNSYM);
  const names = sections[symbols?.link ?? -1];
  if (symbols === undefined || names === undefined) return [];
  const entries = read(symbols.offset, symbols.bytes);
  const texts = read(names.offset, names.bytes);
  const found: DataSymbol[] = [];
  for (let at = 0; at + SYMBOL_BYTES <= entries.length; at += SYMBOL_BYTES) {
    const isDefined = entries.readUInt16LE(at + 6) !== 0;
    const size = wide(entries, at + 16);
    if ((entries[at + 4]! & 15) !== OBJECT || !isDefined || size === 0) continue;
    const start = entries.readUInt32LE(at);
    const name = texts.toString('utf8', start, texts.indexOf(0, start));
    found.push({ name, address: wide(entries, at + 8), size });
  }
  return found;
}

function sectionIn(entry: Buffer): Section {
  return { type: entry.readUInt32LE(4), offset: wide(entry, 24), bytes: wide(entry, 32), link: entry.readUInt32LE(40) };
}

function wide(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}

/** Throws a RangeError if there are not so many bytes. */
function readAt(file: number, offset: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  const read = readSync(file, buffer, 0, bytes, offset);
  if (read !== bytes) throw new RangeError(`only ${read} of ${bytes} bytes`);
  return buffer;
}
