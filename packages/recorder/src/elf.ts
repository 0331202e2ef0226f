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
// Types of symbols.
const OBJECT = 1;
const FUNCTION = 2;
const INDIRECT_FUNCTION = 10;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly bytes: number;
  /** Of a symbol table: the section with the names. */
  readonly link: number;
}

/** The variables in a file, if it has a symbol table; none if it is no such file, or damaged. */
export function dataSymbols(path: string): DataSymbol[] {
  // A program that was stripped still has those that others may use.
  return symbolsOf(path, [SYMTAB, DYNSYM])
    .filter(({ type, isDefined, size }) => type === OBJECT && isDefined && size > 0)
    .map(({ name, address, size }) => ({ name, address, size }));
}

/** What a program or a shared library and others know of each other. */
export interface LinkedNames {
  /** Functions that it has for others, and their addresses. */
  readonly provided: ReadonlyMap<string, number>;
  /** What it takes from others. */
  readonly needed: ReadonlySet<string>;
}

export function linkedNames(path: string): LinkedNames {
  const symbols = symbolsOf(path, [DYNSYM]);
  const isFunction = (type: number): boolean => type === FUNCTION || type === INDIRECT_FUNCTION;
  return {
    provided: new Map(
      symbols
        .filter(({ type, isDefined }) => isDefined && isFunction(type))
        .map(({ name, address }) => [name, address]),
    ),
    needed: new Set(symbols.filter(({ isDefined }) => !isDefined).map(({ name }) => name)),
  };
}

interface FoundSymbol extends DataSymbol {
  readonly type: number;
  readonly isDefined: boolean;
}

/** Those of the first of these tables that there is. */
function symbolsOf(path: string, tables: readonly number[]): FoundSymbol[] {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return [];
  }
  try {
    return symbolsIn((offset, bytes) => readAt(file, offset, bytes), tables);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    closeSync(file);
  }
}

type Read = (offset: number, bytes: number) => Buffer;

function symbolsIn(read: Read, tables: readonly number[]): FoundSymbol[] {
  const header = read(0, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return [];
  const table = read(wide(header, 40), header.readUInt16LE(60) * SECTION_BYTES);
  const sections = Array.from({ length: table.length / SECTION_BYTES }, (_, i) =>
    sectionIn(table.subarray(i * SECTION_BYTES)),
  );
  const symbols = tables
    .map((wanted) => sections.find(({ type }) => type === wanted))
    .find((each) => each !== undefined);
  const names = sections[symbols?.link ?? -1];
  if (symbols === undefined || names === undefined) return [];
  const entries = read(symbols.offset, symbols.bytes);
  const texts = read(names.offset, names.bytes);
  const found: FoundSymbol[] = [];
  for (let at = 0; at + SYMBOL_BYTES <= entries.length; at += SYMBOL_BYTES) {
    const start = entries.readUInt32LE(at);
    found.push({
      name: texts.toString('utf8', start, texts.indexOf(0, start)),
      address: wide(entries, at + 8),
      size: wide(entries, at + 16),
      type: entries[at + 4]! & 15,
      isDefined: entries.readUInt16LE(at + 6) !== 0,
    });
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
