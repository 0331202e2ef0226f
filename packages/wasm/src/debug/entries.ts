import type { DebugSections } from './dwarf-reader.js';
import type { Range } from './lookup.js';
import { Lookup } from './lookup.js';
import type { Entry, Unit } from './units.js';
import { AT, TAG, readUnits } from './units.js';

/** A variable at a fixed address. */
export interface Variable {
  readonly name: string;
  readonly address: number;
  readonly size: number;
}

/** Code of a function that was inlined at a call. */
export interface InlinedCall {
  readonly ranges: readonly Range[];
  /** Number of the file in the line table at `lines`. */
  readonly file: number;
  readonly lines: number;
  readonly line: number;
  readonly column: number;
}

/** Debug entries of the units of a module. */
export interface Entries {
  readonly variables: readonly Variable[];
  /** Inlined calls; inner ones come after outer ones. */
  readonly calls: readonly InlinedCall[];
  /** Folders of compilation, by the offsets of their line tables. */
  readonly folders: ReadonlyMap<number, string>;
}

/** Reads the tree of debug entries. */
export function readEntries(sections: DebugSections): Entries {
  const variables: Variable[] = [];
  const calls: InlinedCall[] = [];
  const folders = new Map<number, string>();
  for (const unit of readUnits(sections)) {
    const lookup = new Lookup(sections, unit);
    const lines = lookup.number(unit.root.values.get(AT.statements)) ?? -1;
    const folder = lookup.text(unit.root.values.get(AT.folder));
    if (folder !== undefined) folders.set(lines, folder);
    const sizes = new Sizes(unit, lookup);
    for (const entry of unit.entries) {
      if (entry.tag === TAG.variable) {
        const variable = variableOf(entry, lookup, sizes);
        if (variable !== undefined) variables.push(variable);
      } else if (entry.tag === TAG.inlined) {
        const number = (attribute: number): number => lookup.number(entry.values.get(attribute)) ?? 0;
        const ranges = lookup.ranges(entry);
        calls.push({
          ranges,
          file: number(AT.callFile),
          lines,
          line: number(AT.callLine),
          column: number(AT.callColumn),
        });
      }
    }
  }
  return { variables, calls, folders };
}

/** Operations that locate a global variable. Its location consists of only one (DWARF 5, section 2.5.1). */
const OP_ADDRESS = 0x03;
const OP_ADDRESS_INDEX = 0xa1;

function variableOf(entry: Entry, lookup: Lookup, sizes: Sizes): Variable | undefined {
  const location = entry.values.get(AT.location);
  if (!(location instanceof Uint8Array)) return undefined;
  const address = addressIn(location, lookup);
  const declared = sizes.referred(entry, AT.specification) ?? entry;
  const name = lookup.text(entry.values.get(AT.name)) ?? lookup.text(declared.values.get(AT.name));
  const size = sizes.ofType(entry) ?? sizes.ofType(declared);
  return address === undefined || name === undefined || size === undefined ? undefined : { name, address, size };
}

function addressIn(location: Uint8Array, lookup: Lookup): number | undefined {
  const [operation, ...rest] = location;
  if (operation === OP_ADDRESS && rest.length === 4) return rest.reduce((sum, byte, i) => sum + byte * 2 ** (8 * i), 0);
  if (operation === OP_ADDRESS_INDEX && rest.length === 1 && rest[0]! < 0x80) return lookup.address(rest[0]!);
  return undefined;
}

/** Sizes of types, in bytes. */
class Sizes {
  private readonly byOffset: ReadonlyMap<number, Entry>;
  private readonly lengths = new Map<Entry, number>();

  constructor(unit: Unit, lookup: Lookup) {
    this.byOffset = new Map(unit.entries.map((entry) => [entry.offset - unit.start, entry]));
    for (const { tag, parent, values } of unit.entries) {
      if (tag !== TAG.subrange || parent === undefined) continue;
      const last = lookup.number(values.get(AT.upperBound));
      const count = lookup.number(values.get(AT.count)) ?? (last === undefined ? 0 : last + 1);
      this.lengths.set(parent, (this.lengths.get(parent) ?? 1) * count);
    }
  }

  /** Returns the entry that an attribute refers to, in the same unit. */
  referred({ values }: Entry, attribute: number): Entry | undefined {
    const offset = values.get(attribute);
    return typeof offset === 'number' ? this.byOffset.get(offset) : undefined;
  }

  ofType(entry: Entry, depth = 0): number | undefined {
    const type = this.referred(entry, AT.type);
    if (type === undefined || depth > 32) return undefined;
    const size = type.values.get(AT.byteSize);
    if (typeof size === 'number') return size;
    if (type.tag === TAG.pointer) return 4;
    const inner = this.ofType(type, depth + 1);
    return type.tag === TAG.array && inner !== undefined ? inner * (this.lengths.get(type) ?? 0) : inner;
  }
}
