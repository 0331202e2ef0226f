import { Reader } from '../bytes.js';
import { EXTERNAL, SECTION, each, sections } from '../format.js';
import type { Entries, InlinedCall, Variable } from './entries.js';
import { readEntries } from './entries.js';
import type { SourcePlace } from './line-table.js';
import { LineTable } from './line-table.js';

/** Debug information of a module. */
export interface DebugInfo {
  /** Returns the name of a function; undefined if it has none. */
  readonly nameOf: (func: number) => string | undefined;
  /** Returns the source of an instruction, by its offset from the start of the module. */
  readonly sourceAt: (offset: number) => SourcePlace | undefined;
  /** Returns the name of the global variable at an address of the memory. */
  readonly variableAt: (address: number) => string | undefined;
}

const FUNCTION_NAMES = 1;

/** Reads the custom sections of a module. Malformed content there is not an error of the module. */
export function debugInfo(bytes: Uint8Array): DebugInfo {
  const custom = new Map<string, Uint8Array>();
  let exported: ReadonlyMap<number, string> = new Map();
  let code = 0;
  for (const { id, content } of sections(new Reader(bytes), SECTION.tag)) {
    if (id === SECTION.code) code = content.position;
    if (id === SECTION.export) exported = exportedNames(content);
    if (id === SECTION.custom) custom.set(content.name(), bytes.subarray(content.position, content.end));
  }
  const names = orElse(() => functionNames(custom.get('name')), new Map<number, string>());
  for (const [func, name] of exported) if (!names.has(func)) names.set(func, name);
  const entries = orElse(() => readEntries(custom), NO_ENTRIES);
  const table = orElse(() => new LineTable(custom, entries.folders), undefined);
  const variables = entries.variables.toSorted((a, b) => a.address - b.address);
  return {
    nameOf: (func) => names.get(func),
    sourceAt: (offset) => (table === undefined ? undefined : sourceIn(table, entries, offset - code)),
    variableAt: (address) => variableIn(variables, address),
  };
}

const NO_ENTRIES: Entries = { variables: [], calls: [], folders: new Map() };

/** Source paths of Rust's library, which is part of every program. */
const LIBRARY = /\/rustc[-/]|\/library\/(?:core|std|alloc)\/|\/rustlib\/src\//;

/**
 * Returns the source of an instruction. For an instruction of a library it is the line where the program calls the
 * library.
 */
function sourceIn(table: LineTable, { calls }: Entries, address: number): SourcePlace | undefined {
  const place = table.at(address);
  if (place === undefined || !LIBRARY.test(place.file)) return place;
  const isHere = ({ ranges }: InlinedCall): boolean => ranges.some(([from, to]) => from <= address && address < to);
  for (const { file, lines, line, column } of calls.filter(isHere).toReversed()) {
    const name = table.fileOf(lines, file);
    if (name !== undefined && line > 0 && !LIBRARY.test(name)) return { file: name, line, column };
  }
  return place;
}

/** Returns the name of a variable: `lock`, or `slots+4` within a larger one. */
function variableIn(variables: readonly Variable[], address: number): string | undefined {
  let low = 0;
  let high = variables.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (variables[middle]!.address <= address) low = middle + 1;
    else high = middle;
  }
  const found = variables[low - 1];
  if (found === undefined || address >= found.address + found.size) return undefined;
  return address === found.address ? found.name : `${found.name}+${address - found.address}`;
}

function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function exportedNames(content: Reader): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  each(content, () => {
    const name = content.name();
    const isFunction = content.byte() === EXTERNAL.function;
    const number = content.unsigned();
    if (isFunction) names.set(number, name);
  });
  return names;
}

/** Reads the section of names (WebAssembly core specification, appendix 7.4). */
function functionNames(section: Uint8Array | undefined): Map<number, string> {
  const names = new Map<number, string>();
  if (section === undefined) return names;
  const reader = new Reader(section);
  while (!reader.done) {
    const id = reader.byte();
    const part = reader.part(reader.unsigned());
    if (id !== FUNCTION_NAMES) continue;
    each(part, () => {
      const func = part.unsigned();
      names.set(func, part.name());
    });
  }
  return names;
}
