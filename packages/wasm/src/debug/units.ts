import type { DebugSections } from './dwarf-reader.js';
import { DwarfReader, readAt } from './dwarf-reader.js';
import type { Value } from './forms.js';
import { readForm } from './forms.js';

/** The attributes used here (DWARF 5, section 7.5.4). */
export const AT = {
  location: 0x02, name: 0x03, byteSize: 0x0b, statements: 0x10, lowPc: 0x11, highPc: 0x12, folder: 0x1b,
  upperBound: 0x2f, abstractOrigin: 0x31, count: 0x37, specification: 0x47, type: 0x49, ranges: 0x55,
  callColumn: 0x57, callFile: 0x58, callLine: 0x59, stringBase: 0x72, addressBase: 0x73, rangesBase: 0x74,
} as const; // prettier-ignore

/** The tags used here. */
export const TAG = { array: 0x01, pointer: 0x0f, subrange: 0x21, inlined: 0x1d, variable: 0x34 } as const;

/** An entry of the tree of a unit. */
export interface Entry {
  /** Offset in the section. */
  readonly offset: number;
  readonly tag: number;
  readonly values: ReadonlyMap<number, Value>;
  readonly parent: Entry | undefined;
}

/** A compilation unit. */
export interface Unit {
  readonly version: number;
  /** Offset of its header in the section: references are relative to it. */
  readonly start: number;
  readonly root: Entry;
  readonly entries: readonly Entry[];
}

interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly (readonly [name: number, form: number, implicit: number])[];
}

const IMPLICIT = 0x21;

function abbreviations(reader: DwarfReader): ReadonlyMap<number, Abbreviation> {
  const found = new Map<number, Abbreviation>();
  for (let code = reader.unsigned(); code !== 0; code = reader.unsigned()) {
    const tag = reader.unsigned();
    const hasChildren = reader.byte() === 1;
    const attributes: [number, number, number][] = [];
    for (;;) {
      const name = reader.unsigned();
      const form = reader.unsigned();
      const implicit = form === IMPLICIT ? Number(reader.signed()) : 0;
      if (name === 0 && form === 0) break;
      attributes.push([name, form, implicit]);
    }
    found.set(code, { tag, hasChildren, attributes });
  }
  return found;
}

/** Reads the units of a module. */
export function readUnits(sections: DebugSections): readonly Unit[] {
  const section = sections.get('.debug_info');
  const units: Unit[] = [];
  if (section === undefined) return units;
  const reader = new DwarfReader(section);
  while (!reader.done) {
    const start = reader.position;
    const length = reader.fixed(4);
    const unit = new DwarfReader(section, reader.position, reader.position + length);
    reader.skip(length);
    const read = readUnit(unit, start, sections);
    if (read !== undefined) units.push(read);
  }
  return units;
}

const COMPILATION = 1;

function readUnit(reader: DwarfReader, start: number, sections: DebugSections): Unit | undefined {
  const version = reader.fixed(2);
  if (version < 2 || version > 5) return undefined;
  const kind = version >= 5 ? reader.byte() : COMPILATION;
  if (version >= 5) reader.byte(); // size of addresses
  const table = readAt(sections, '.debug_abbrev', reader.fixed(4), abbreviations);
  if (version < 5) reader.byte();
  if (kind !== COMPILATION || table === undefined) return undefined;
  const entries: Entry[] = [];
  const open: (Entry | undefined)[] = [];
  while (!reader.done) {
    const offset = reader.position;
    const abbreviation = table.get(reader.unsigned());
    if (abbreviation === undefined) {
      open.pop(); // the end of a list of children
      continue;
    }
    const values = new Map<number, Value>();
    for (const [name, form, implicit] of abbreviation.attributes) {
      values.set(name, form === IMPLICIT ? implicit : readForm(reader, form));
    }
    const entry = { offset, tag: abbreviation.tag, values, parent: open.at(-1) };
    entries.push(entry);
    if (abbreviation.hasChildren) open.push(entry);
  }
  return entries.length === 0 ? undefined : { version, start, root: entries[0]!, entries };
}
