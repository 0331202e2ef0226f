import { closeSync, openSync, readSync } from 'node:fs';

/** A variable of a program or a shared library. */
export interface DataSymbol {
  readonly name: string;
  /** Address within the module. */
  readonly address: number;
  readonly size: number;
}

// The parts of ELF (System V ABI, 64 bits, little-endian) that are needed to read symbols.
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const HEADER_BYTES = 64;
const SECTION_BYTES = 64;
const SYMBOL_BYTES = 24;
const SYMTAB = 2;
const DYNSYM = 11;
const RELOCATIONS = 4;
const RELOCATION_BYTES = 24;
/** Flags of sections: the section is in memory; it is code. */
const IN_MEMORY = 2;
const CODE = 4;
/** A section without bytes in the file: all are zero. */
const NOTHING = 8;
/** Relocations that become an address of the file itself; those that become the address of a symbol. */
const RELATIVE = [8, 1027];
const OF_SYMBOL = [1, 257];
// Types of symbols.
const OBJECT = 1;
const FUNCTION = 2;
const INDIRECT_FUNCTION = 10;

interface Section {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly bytes: number;
  /** For a symbol table: the section with the names. */
  readonly link: number;
}

/** Returns the variables in a file, if it has a symbol table; none if it is not an ELF file, or damaged. */
export function dataSymbols(path: string): DataSymbol[] {
  // A stripped program still has the symbols that others may use.
  return symbolsOf(path, [SYMTAB, DYNSYM])
    .filter(({ type, isDefined, size }) => type === OBJECT && isDefined && size > 0)
    .map(({ name, address, size }) => ({ name, address, size }));
}

/** Symbols by which a program or a shared library is linked with others. */
export interface LinkedNames {
  /** Functions that it exports, with their addresses. */
  readonly provided: ReadonlyMap<string, number>;
  /** Symbols that it imports. */
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

/** Returns the symbols of the first of these tables that exists. */
function symbolsOf(path: string, tables: readonly number[]): FoundSymbol[] {
  return reading(path, (read) => symbolsIn(read, tables)) ?? [];
}

/** Functions whose addresses are in the data of a file: tables of functions, for example. */
export interface Pointers {
  readonly own: ReadonlySet<number>;
  /** Names of functions of other files. */
  readonly others: ReadonlySet<string>;
}

/** `starts`: addresses of the functions of the file. */
export function pointersIn(path: string, starts: ReadonlySet<number>): Pointers {
  const own = new Set<number>();
  const others = new Set<string>();
  reading(path, (read) => {
    const symbols = symbolsIn(read, [DYNSYM]);
    for (const section of sectionsIn(read)) {
      if (section.type === RELOCATIONS) addRelocations(read(section.offset, section.bytes), symbols, own, others);
      else if ((section.flags & (IN_MEMORY | CODE)) === IN_MEMORY && section.type !== NOTHING) {
        const bytes = read(section.offset, section.bytes);
        for (let at = 0; at + 8 <= bytes.length; at += 8) {
          if (bytes.readUInt16LE(at + 6) === 0 && starts.has(wide(bytes, at))) own.add(wide(bytes, at));
        }
      }
    }
  });
  return { own: new Set([...own].filter((address) => starts.has(address))), others };
}

function addRelocations(bytes: Buffer, symbols: readonly FoundSymbol[], own: Set<number>, others: Set<string>): void {
  for (let at = 0; at + RELOCATION_BYTES <= bytes.length; at += RELOCATION_BYTES) {
    const type = bytes.readUInt32LE(at + 8);
    const symbol = OF_SYMBOL.includes(type) ? symbols[bytes.readUInt32LE(at + 12)] : undefined;
    if (RELATIVE.includes(type)) own.add(Number(bytes.readBigInt64LE(at + 16)));
    else if (symbol?.isDefined === true) own.add(symbol.address);
    else if (symbol !== undefined) others.add(symbol.name);
  }
}

/** Returns undefined if this is not an ELF file, or damaged. */
function reading<T>(path: string, use: (read: Read) => T): T | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    return use((offset, bytes) => readAt(file, offset, bytes));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}

type Read = (offset: number, bytes: number) => Buffer;

function sectionsIn(read: Read): Section[] {
  const header = read(0, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return [];
  const table = read(wide(header, 40), header.readUInt16LE(60) * SECTION_BYTES);
  return Array.from({ length: table.length / SECTION_BYTES }, (_, i) => sectionIn(table.subarray(i * SECTION_BYTES)));
}

function symbolsIn(read: Read, tables: readonly number[]): FoundSymbol[] {
  const sections = sectionsIn(read);
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
  return {
    ...{ type: entry.readUInt32LE(4), flags: wide(entry, 8), offset: wide(entry, 24) },
    ...{ bytes: wide(entry, 32), link: entry.readUInt32LE(40) },
  };
}

function wide(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}

/** Throws a RangeError if the file has too few bytes. */
function readAt(file: number, offset: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  const read = readSync(file, buffer, 0, bytes, offset);
  if (read !== bytes) throw new RangeError(`only ${read} of ${bytes} bytes`);
  return buffer;
}
