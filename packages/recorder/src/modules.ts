import type { Region } from '@fencepost/recording';
import { dataSymbols } from './elf.js';
import { demangled } from './demangle.js';

/**
 * A block of the stream that recordings do not contain: modules, and their addresses in memory. native/stream.c has the
 * same number.
 */
export const MODULES = 7;

/** A program or a shared library. */
export interface LoadedModule {
  readonly base: number;
  readonly path: string;
}

/** Decodes such a block: for each module its base (8 bytes), the length of its path (4), and the path. */
export function loadedModules(bytes: Buffer): LoadedModule[] {
  const modules: LoadedModule[] = [];
  for (let at = 0; at < bytes.length;) {
    const base = Number(bytes.readBigUInt64LE(at));
    const end = at + 12 + bytes.readUInt32LE(at + 8);
    modules.push({ base, path: bytes.toString('utf8', at + 12, end) });
    at = end;
  }
  return modules;
}

/** Tables that the compiler generates for C++ classes. */
const OF_CLASSES = /^_ZT[VIST]/;

/**
 * Returns the variables of a module. Removes the number that the compiler appends to the names of static variables of
 * functions.
 */
export function variablesOf({ base, path }: LoadedModule): Region[] {
  const symbols = dataSymbols(path).filter(({ name }) => !OF_CLASSES.test(name));
  const names = demangled(symbols.map(({ name }) => name));
  return symbols.map(({ address, size }, i) => ({
    start: base + address,
    end: base + address + size,
    unit: 0,
    name: names[i]!.replace(/\.\d+$/, ''),
  }));
}
