import { Reader } from '../bytes.js';

/** Custom sections with debug information, by name. */
export type DebugSections = ReadonlyMap<string, Uint8Array>;

/** Reads the DWARF encodings other than LEB128 numbers: integers of fixed size, and text up to a zero. */
export class DwarfReader extends Reader {
  fixed(bytes: number): number {
    let value = 0;
    for (let i = 0; i < bytes; i++) value += this.byte() * 2 ** (8 * i);
    return value;
  }

  text(): string {
    const start = this.position;
    while (this.byte() !== 0);
    return new TextDecoder().decode(this.bytes.subarray(start, this.position - 1));
  }
}

/** Reads a text or number somewhere in a section. Returns undefined if the section does not contain the offset. */
export function readAt<T>(
  sections: DebugSections,
  name: string,
  offset: number,
  read: (reader: DwarfReader) => T,
): T | undefined {
  const section = sections.get(name);
  return section === undefined || offset >= section.length ? undefined : read(new DwarfReader(section, offset));
}
