import { Reader } from '../bytes.js';

/** A place in a source file; lines and columns from 1, 0: unknown. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Contents of the sections that have source lines (DWARF 5, section 6.2), those that exist. */
export interface LineSections {
  readonly lines: Uint8Array | undefined;
  readonly strings: Uint8Array | undefined;
  readonly lineStrings: Uint8Array | undefined;
}

interface Row extends SourcePlace {
  readonly address: number;
  /** After the last instruction of a sequence. */
  readonly isEnd: boolean;
}

/** Forms in which version 5 has names (DWARF 5, section 7.5.6). */
const FORM = { block: 0x09, data1: 0x0b, data2: 0x05, data4: 0x06, data8: 0x07, data16: 0x1e, string: 0x08, strp: 0x0e, lineStrp: 0x1f, udata: 0x0f } as const; // prettier-ignore
const PATH = 1;
const FOLDER = 2;

const STANDARD = {
  copy: 1, advancePc: 2, advanceLine: 3, setFile: 4, setColumn: 5, negateStatement: 6, setBasicBlock: 7,
  constAddPc: 8, fixedAdvancePc: 9, setPrologueEnd: 10, setEpilogueBegin: 11, setIsa: 12,
} as const; // prettier-ignore
const EXTENDED = { endSequence: 1, setAddress: 2 } as const;

class DwarfReader extends Reader {
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

/** Where the instructions of a module come from, by their distance from the start of the code section. */
export class LineTable {
  private readonly rows: readonly Row[];

  constructor(sections: LineSections) {
    this.rows =
      sections.lines === undefined
        ? []
        : rowsOf(sections.lines, sections).toSorted(
            (a, b) => a.address - b.address || Number(b.isEnd) - Number(a.isEnd),
          );
  }

  /** Undefined: unknown. */
  at(address: number): SourcePlace | undefined {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]!.address <= address) low = middle + 1;
      else high = middle;
    }
    const row = this.rows[low - 1];
    return row === undefined || row.isEnd || row.line === 0 ? undefined : row;
  }
}

function rowsOf(lines: Uint8Array, sections: LineSections): readonly Row[] {
  const rows: Row[] = [];
  const reader = new DwarfReader(lines);
  while (!reader.done) {
    const length = reader.fixed(4);
    const unit = new DwarfReader(lines, reader.position, reader.position + length);
    reader.skip(length);
    const version = unit.fixed(2);
    if (version >= 2 && version <= 5) rows.push(...unitRows(unit, version, sections));
  }
  return rows;
}

interface Header {
  readonly step: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Numbers of operands, from opcode 1 on. */
  readonly operands: readonly number[];
  /** By number. */
  readonly files: readonly string[];
}

function readHeader(unit: DwarfReader, version: number, sections: LineSections): Header {
  if (version >= 5) unit.skip(2); // sizes of addresses and segments
  const program = unit.fixed(4) + unit.position;
  const step = unit.byte();
  if (version >= 4) unit.byte(); // operations per instruction
  unit.byte(); // is_stmt
  const lineBase = (unit.byte() << 24) >> 24;
  const lineRange = unit.byte();
  const opcodeBase = unit.byte();
  const operands = Array.from({ length: opcodeBase - 1 }, () => unit.byte());
  const files = version >= 5 ? newFiles(unit, sections) : oldFiles(unit);
  unit.position = program;
  return { step, lineBase, lineRange, opcodeBase, operands, files };
}

function inFolder(folder: string | undefined, file: string): string {
  return folder === undefined || folder === '' || folder === '.' || file.startsWith('/') ? file : `${folder}/${file}`;
}

/** Numbers start from 1; folder 0 is that of the compilation, and not named here. */
function oldFiles(unit: DwarfReader): readonly string[] {
  const folders = [''];
  for (let folder = unit.text(); folder !== ''; folder = unit.text()) folders.push(folder);
  const files = [''];
  for (let file = unit.text(); file !== ''; file = unit.text()) {
    files.push(inFolder(folders[unit.unsigned()], file));
    unit.skipNumber(); // time
    unit.skipNumber(); // length
  }
  return files;
}

interface Entry {
  readonly path: string;
  readonly folder: number;
}

function newFiles(unit: DwarfReader, sections: LineSections): readonly string[] {
  const entries = (): readonly Entry[] => {
    const formats = Array.from({ length: unit.byte() }, () => [unit.unsigned(), unit.unsigned()] as const);
    return Array.from({ length: unit.unsigned() }, () => {
      const entry = { path: '', folder: 0 };
      for (const [content, form] of formats) {
        const value = readForm(unit, form, sections);
        if (content === PATH) entry.path = String(value);
        else if (content === FOLDER) entry.folder = Number(value);
      }
      return entry;
    });
  };
  const folders = entries();
  const root = folders[0]?.path;
  const names = folders.map(({ path }, i) => (i === 0 ? path : inFolder(root, path)));
  return entries().map(({ path, folder }) => inFolder(names[folder], path));
}

function readForm(unit: DwarfReader, form: number, { strings, lineStrings }: LineSections): string | number {
  const textIn = (section: Uint8Array | undefined): string =>
    section === undefined ? '' : new DwarfReader(section, unit.fixed(4)).text();
  switch (form) {
    case FORM.string:
      return unit.text();
    case FORM.strp:
      return textIn(strings);
    case FORM.lineStrp:
      return textIn(lineStrings);
    case FORM.udata:
      return unit.unsigned();
    case FORM.data1:
      return unit.byte();
    case FORM.data2:
      return unit.fixed(2);
    case FORM.data4:
      return unit.fixed(4);
    case FORM.block:
      unit.skip(unit.unsigned());
      return 0;
    case FORM.data8:
      return unit.fixed(8);
    case FORM.data16:
      unit.skip(16);
      return 0;
    default:
      throw new RangeError(`form ${form} of a file name`);
  }
}

/** Runs the program of one unit. */
function unitRows(unit: DwarfReader, version: number, sections: LineSections): readonly Row[] {
  const header = readHeader(unit, version, sections);
  const { step, lineBase, lineRange, opcodeBase, operands, files } = header;
  const rows: Row[] = [];
  let sequence: Row[] = [];
  const initial = { address: 0, file: 1, line: 1, column: 0 };
  let now = { ...initial };
  const add = (isEnd: boolean): void => {
    const { address, file, line, column } = now;
    sequence.push({ address, file: files[file] ?? '', line, column, isEnd });
  };
  const special = (opcode: number): void => {
    now.address += step * Math.floor((opcode - opcodeBase) / lineRange);
  };
  while (!unit.done) {
    const opcode = unit.byte();
    if (opcode >= opcodeBase) {
      special(opcode);
      now.line += lineBase + ((opcode - opcodeBase) % lineRange);
      add(false);
      continue;
    }
    switch (opcode) {
      case 0: {
        const next = unit.unsigned() + unit.position;
        const extended = unit.byte();
        if (extended === EXTENDED.setAddress) now.address = unit.fixed(next - unit.position);
        if (extended === EXTENDED.endSequence) {
          add(true);
          // Functions that the linker has left out begin nowhere.
          if (isPlaced(sequence[0]!.address)) rows.push(...sequence);
          sequence = [];
          now = { ...initial };
        }
        unit.position = next;
        break;
      }
      case STANDARD.copy:
        add(false);
        break;
      case STANDARD.advancePc:
        now.address += step * unit.unsigned();
        break;
      case STANDARD.advanceLine:
        now.line += Number(unit.signed());
        break;
      case STANDARD.setFile:
        now.file = unit.unsigned();
        break;
      case STANDARD.setColumn:
        now.column = unit.unsigned();
        break;
      case STANDARD.constAddPc:
        special(255);
        break;
      case STANDARD.fixedAdvancePc:
        now.address += unit.fixed(2);
        break;
      default:
        for (let count = operands[opcode - 1]!; count > 0; count--) unit.skipNumber();
    }
  }
  return rows;
}

const TOMBSTONE = 0xffff_fff0;

function isPlaced(address: number): boolean {
  return address > 0 && address < TOMBSTONE;
}
