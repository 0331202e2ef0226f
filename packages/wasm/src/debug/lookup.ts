import type { DebugSections } from './dwarf-reader.js';
import { readAt } from './dwarf-reader.js';
import type { Value } from './forms.js';
import type { Entry, Unit } from './units.js';
import { AT } from './units.js';

/** A range of addresses; the end is exclusive. */
export type Range = readonly [from: number, to: number];

const ADDRESS = 4;
const HEADER = 8;
const ALL_ONES = 0xffff_ffff;

/** Looks up values of a unit in other sections. */
export class Lookup {
  private readonly sections: DebugSections;
  private readonly unit: Unit;

  constructor(sections: DebugSections, unit: Unit) {
    this.sections = sections;
    this.unit = unit;
  }

  private base(attribute: number, otherwise: number): number {
    const value = this.unit.root.values.get(attribute);
    return typeof value === 'number' ? value : otherwise;
  }

  number(value: Value | undefined): number | undefined {
    if (typeof value === 'number') return value;
    return typeof value === 'object' && 'of' in value && value.of === 'address' ? this.address(value.index) : undefined;
  }

  text(value: Value | undefined): string | undefined {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || !('of' in value)) return undefined;
    const { of, index } = value;
    if (of === 'text') return this.textIn('.debug_str', index);
    if (of === 'line text') return this.textIn('.debug_line_str', index);
    const at = this.base(AT.stringBase, HEADER) + ADDRESS * index;
    const offset = readAt(this.sections, '.debug_str_offsets', at, (reader) => reader.fixed(ADDRESS));
    return offset === undefined ? undefined : this.textIn('.debug_str', offset);
  }

  private textIn(section: string, offset: number): string | undefined {
    return readAt(this.sections, section, offset, (reader) => reader.text());
  }

  address(index: number): number | undefined {
    const at = this.base(AT.addressBase, HEADER) + ADDRESS * index;
    return readAt(this.sections, '.debug_addr', at, (reader) => reader.fixed(ADDRESS));
  }

  /** Returns the address ranges of the code of an entry. */
  ranges({ values }: Entry): readonly Range[] {
    const low = this.number(values.get(AT.lowPc));
    const high = values.get(AT.highPc);
    const ranges = values.get(AT.ranges);
    // The high address is a length, except in versions 2 and 3.
    if (low !== undefined && typeof high === 'number') return [[low, this.unit.version < 4 ? high : low + high]];
    if (ranges === undefined) return [];
    return this.unit.version >= 5 ? this.newRanges(ranges) : this.oldRanges(ranges as number);
  }

  private oldRanges(offset: number): readonly Range[] {
    const found: Range[] = [];
    let base = this.number(this.unit.root.values.get(AT.lowPc)) ?? 0;
    readAt(this.sections, '.debug_ranges', offset, (reader) => {
      for (;;) {
        const [from, to] = [reader.fixed(ADDRESS), reader.fixed(ADDRESS)];
        if (from === 0 && to === 0) return;
        if (from === ALL_ONES) base = to;
        else found.push([base + from, base + to]);
      }
    });
    return found;
  }

  private newRanges(value: Value): readonly Range[] {
    const found: Range[] = [];
    const start = this.rangesAt(value);
    let base = this.number(this.unit.root.values.get(AT.lowPc)) ?? 0;
    if (start === undefined) return found;
    const indexed = (index: number): number => this.address(index) ?? 0;
    readAt(this.sections, '.debug_rnglists', start, (reader) => {
      for (;;) {
        const kind = reader.byte();
        if (kind === 0 || kind > 7) return;
        // The kinds differ in their pairs of operands: DWARF 5, section 2.17.3.
        if (kind === 1) base = indexed(reader.unsigned());
        else if (kind === 5) base = reader.fixed(ADDRESS);
        else if (kind === 4) found.push([base + reader.unsigned(), base + reader.unsigned()]);
        else {
          const from = kind < 5 ? indexed(reader.unsigned()) : reader.fixed(ADDRESS);
          const to =
            kind === 2 ? indexed(reader.unsigned()) : kind === 6 ? reader.fixed(ADDRESS) : from + reader.unsigned();
          found.push([from, to]);
        }
      }
    });
    return found;
  }

  private rangesAt(value: Value): number | undefined {
    if (typeof value === 'number') return value;
    if (typeof value !== 'object' || !('of' in value)) return undefined;
    const base = this.base(AT.rangesBase, 12);
    const offset = readAt(this.sections, '.debug_rnglists', base + ADDRESS * value.index, (reader) =>
      reader.fixed(ADDRESS),
    );
    return offset === undefined ? undefined : base + offset;
  }
}
