import type { Reader } from '../bytes.js';
import { MalformedWasm } from '../bytes.js';
import { EXTERNAL, SECTION, each, sections } from '../format.js';
import { UnsupportedWasm } from '../unsupported.js';

/** Name of an import. */
export interface ImportName {
  readonly module: string;
  readonly name: string;
}

/** The type of a memory. Sizes are in pages. */
export interface MemoryType {
  readonly imported: ImportName | undefined;
  readonly isShared: boolean;
  readonly is64: boolean;
  readonly initial: number;
  readonly maximum: number;
}

/** Types of parameters and results. */
export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

/** The type of a global. */
export interface GlobalType {
  readonly isMutable: boolean;
}

/** The parts of a module that are needed to rewrite it. Imports come first in all lists. */
export interface ParsedModule {
  /** Contents of the sections, by number. */
  readonly sections: ReadonlyMap<number, Reader>;
  readonly types: readonly FunctionType[];
  readonly functions: readonly number[];
  readonly importedFunctions: number;
  readonly memories: readonly MemoryType[];
  readonly globals: readonly GlobalType[];
}

type Lists = { -readonly [key in 'types' | 'functions' | 'memories' | 'globals']: ParsedModule[key][number][] };

const HAS_MAXIMUM = 1;
const IS_SHARED = 2;
const IS_64 = 4;

/** Reads all of a module except code and segments, or only its memories. */
export function parseModule(reader: Reader, what: 'all' | 'memories'): ParsedModule {
  const found = new Map<number, Reader>();
  const lists: Lists = { types: [], functions: [], memories: [], globals: [] };
  let importedFunctions = 0;
  for (const { id, content } of sections(reader, SECTION.tag)) {
    if (id === SECTION.custom) continue;
    const { position } = content;
    if (id === SECTION.import) {
      parseImports(content, lists);
      importedFunctions = lists.functions.length;
    } else if (id === SECTION.memory) {
      each(content, () => lists.memories.push(memoryType(content, undefined)));
    } else if (what === 'all') parseSection(id, content, lists);
    content.position = position;
    found.set(id, content);
  }
  return { sections: found, ...lists, importedFunctions };
}

function parseSection(id: number, content: Reader, lists: Lists): void {
  if (id === SECTION.type) each(content, () => lists.types.push(functionType(content)));
  else if (id === SECTION.function) each(content, () => lists.functions.push(content.unsigned()));
  else if (id === SECTION.tag) throw new UnsupportedWasm('exceptions');
  else if (id === SECTION.global) {
    each(content, () => {
      valueType(content);
      lists.globals.push({ isMutable: content.byte() === 1 });
      skipConstant(content);
    });
  }
}

function parseImports(content: Reader, lists: Lists): void {
  each(content, () => {
    const imported = { module: content.name(), name: content.name() };
    const kind = content.byte();
    if (kind === EXTERNAL.function) lists.functions.push(content.unsigned());
    else if (kind === EXTERNAL.memory) lists.memories.push(memoryType(content, imported));
    else if (kind === EXTERNAL.global) {
      skipValueType(content);
      lists.globals.push({ isMutable: content.byte() === 1 });
    } else if (kind === EXTERNAL.table) {
      skipValueType(content);
      memoryType(content, imported);
    } else if (kind === EXTERNAL.tag) {
      content.byte();
      content.unsigned();
    } else throw new MalformedWasm(`unknown kind of import ${kind}`);
  });
}

/** Reads limits. Those of tables have the same form. */
function memoryType(content: Reader, imported: ImportName | undefined): MemoryType {
  const flags = content.byte();
  if (flags > (HAS_MAXIMUM | IS_SHARED | IS_64)) throw new UnsupportedWasm('memory with pages of another size');
  const initial = content.unsigned();
  const maximum = (flags & HAS_MAXIMUM) === 0 ? Infinity : content.unsigned();
  return { imported, isShared: (flags & IS_SHARED) !== 0, is64: (flags & IS_64) !== 0, initial, maximum };
}

function functionType(content: Reader): FunctionType {
  if (content.byte() !== 0x60) throw new UnsupportedWasm('types of garbage collection');
  const list = (): readonly number[] => {
    const types: number[] = [];
    each(content, () => types.push(valueType(content)));
    return types;
  };
  return { parameters: list(), results: list() };
}

const REFERENCE = 0x63;
const NON_NULL_REFERENCE = 0x64;
/** Last type code of exnref and the types of garbage collection. */
const LAST_UNKNOWN = 0x6e;

function skipValueType(content: Reader): void {
  const type = content.byte();
  if (type === REFERENCE || type === NON_NULL_REFERENCE) content.skipNumber();
}

/** Reads a value type: a number, vector, or reference to a function or to an object of the host. */
export function valueType(content: Reader): number {
  const type = content.byte();
  if (type <= LAST_UNKNOWN) throw new UnsupportedWasm('types of exceptions or garbage collection');
  return type;
}

/** Skips a constant expression. Returns the positions of its references to functions. */
export function skipConstant(content: Reader): readonly number[] {
  const functions: number[] = [];
  for (;;) {
    const opcode = content.byte();
    switch (opcode) {
      case 0x0b: // end
        return functions;
      case 0x23: // global.get
      case 0x41: // i32.const
      case 0x42: // i64.const
      case 0xd0: // ref.null
        content.skipNumber();
        break;
      case 0x43: // f32.const
        content.skip(4);
        break;
      case 0x44: // f64.const
        content.skip(8);
        break;
      case 0xd2: // ref.func
        functions.push(content.position);
        content.skipNumber();
        break;
      case 0xfd: // v128.const
        content.skipNumber();
        content.skip(16);
        break;
      case 0x6a: // add, sub, mul of i32 and i64
      case 0x6b:
      case 0x6c:
      case 0x7c:
      case 0x7d:
      case 0x7e:
        break;
      default:
        throw new UnsupportedWasm(`instruction 0x${opcode.toString(16)} in a constant`);
    }
  }
}
