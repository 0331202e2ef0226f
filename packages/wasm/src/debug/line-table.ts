import type { DebugSections } from './dwarf-reader.js';
import { DwarfReader, readAt } from './dwarf-reader.js';
import type { Value } from './forms.js';
import { readForm } from './forms.js';

/** A place in a source file. Lines and columns start from 1; 0: unknown. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Row extends SourcePlace {
  readonly address: number;
  /** Whether the row marks the end after the last instruction of a sequence. */
  readonly isEnd: boolean;
}

const PATH = 1;
const FOLDER = 2;

const STANDARD = {
  copy: 1, advancePc: 2, advanceLine: 3, setFile: 4, setColumn: 5, negateStatement: 6, setBasicBlock: 7,
  constAddPc: 8, fixedAdvancePc: 9, setPrologueEnd: 10, setEpilogueBegin: 11, setIsa: 12,
} as const; // prettier-ignore
const EXTENDED = { endSequence: 1, setAddress: 2 } as const;

/** Sources of the instructions of a module, by their offset from the start of the code section. */
export class LineTable {
  private readonly rows: readonly Row[];
  /** Names of files, by the offsets of units. */
  private readonly files = new Map<number, readonly string[]>();

  /** `folders`: folders of compilation, by the offsets of units. */
  constructor(sections: DebugSections, folders: ReadonlyMap<number, string>) {
    const rows: Row[] = [];
    const lines = sections.get('.debug_line') ?? new Uint8Array();
    const reader = new DwarfReader(lines);
    while (!reader.done) {
      const start = reader.position;
      const length = reader.fixed(4);
      const unit = new DwarfReader(lines, reader.position, reader.position + length);
      reader.skip(length);
      const version = unit.fixed(2);
      if (version < 2 || version > 5) continue;
      const header = readHeader(unit, version, { sections, folder: folders.get(start) });
      this.files.set(start, header.files);
      for (const row of unitRows(unit, header)) rows.push(row);
    }
    // The end of a sequence sorts before the start of another at the same address.
    this.rows = rows.toSorted((a, b) => a.address - b.address || Number(b.isEnd) - Number(a.isEnd));
  }

  /** Returns the name of a file in the table at this offset. */
  fileOf(lines: number, file: number): string | undefined {
    return this.files.get(lines)?.[file];
  }

  /** Returns the source of an address; undefined if it is unknown. */
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

interface Header {
  readonly step: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Numbers of operands, from opcode 1 on. */
  readonly operands: readonly number[];
  /** Files by number. */
  readonly files: readonly string[];
}

/** Sections and folder from which names are resolved. */
interface Names {
  readonly sections: DebugSections;
  readonly folder: string | undefined;
}

function readHeader(unit: DwarfReader, version: number, names: Names): Header {
  if (version >= 5) unit.skip(2); // sizes of addresses and segments
  const program = unit.fixed(4) + unit.position;
  const step = unit.byte();
  if (version >= 4) unit.byte(); // operations per instruction
  unit.byte(); // is_stmt
  const lineBase = (unit.byte() << 24) >> 24;
  const lineRange = unit.byte();
  const opcodeBase = unit.byte();
  const operands = Array.from({ length: opcodeBase - 1 }, () => unit.byte());
  const files = version >= 5 ? newFiles(unit, names.sections) : oldFiles(unit, names.folder);
  unit.position = program;
  return { step, lineBase, lineRange, opcodeBase, operands, files };
}

/** Whether a path is absolute, on whatever system it was written: in debug information, or in a stack. */
export function isAbsolute(file: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]/.test(file);
}

function inFolder(folder: string | undefined, file: string): string {
  return folder === undefined || folder === '' || folder === '.' || isAbsolute(file) ? file : `${folder}/${file}`;
}

/** Reads the file table of DWARF 4 and earlier. Numbers start from 1; folder 0 is that of the compilation. */
function oldFiles(unit: DwarfReader, root: string | undefined): readonly string[] {
  const folders = [root];
  for (let folder = unit.text(); folder !== ''; folder = unit.text()) folders.push(inFolder(root, folder));
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

function newFiles(unit: DwarfReader, sections: DebugSections): readonly string[] {
  const entries = (): readonly Entry[] => {
    const formats = Array.from({ length: unit.byte() }, () => [unit.unsigned(), unit.unsigned()] as const);
    return Array.from({ length: unit.unsigned() }, () => {
      const entry = { path: '', folder: 0 };
      for (const [content, form] of formats) {
        const value = readForm(unit, form);
        if (content === PATH) entry.path = textOf(value, sections);
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

function textOf(value: Value, sections: DebugSections): string {
  if (typeof value !== 'object' || !('of' in value)) return String(value);
  const section = value.of === 'text' ? '.debug_str' : '.debug_line_str';
  return readAt(sections, section, value.index, (reader) => reader.text()) ?? '';
}

/** Runs the line number program of one unit. */
function unitRows(unit: DwarfReader, header: Header): readonly Row[] {
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
          // Functions removed by the linker have no valid start address.
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
