import { Reader } from '../bytes.js';
import { EXTERNAL, SECTION, each, sections } from '../format.js';
import type { SourcePlace } from './line-table.js';
import { LineTable } from './line-table.js';

/** What a module says about its sources. */
export interface DebugInfo {
  /** Undefined: it has none. */
  nameOf(func: number): string | undefined;
  /** The source of an instruction, by its distance from the start of the module. */
  sourceAt(offset: number): SourcePlace | undefined;
}

const FUNCTION_NAMES = 1;

/** Reads the custom sections of a module. What is malformed there is no error of the module. */
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
  const sources = {
    lines: custom.get('.debug_line'),
    strings: custom.get('.debug_str'),
    lineStrings: custom.get('.debug_line_str'),
  };
  const table = orElse(() => new LineTable(sources), undefined);
  return { nameOf: (func) => names.get(func), sourceAt: (offset) => table?.at(offset - code) };
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

/** From the section of names (WebAssembly core specification, appendix 7.4). */
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
