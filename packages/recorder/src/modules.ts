import type { Region } from '@fencepost/recording';
import { dataSymbols } from './elf.js';
import { demangled } from './demangle.js';

/** A block of the stream that recordings do not have: modules, and where they are in memory. native/stream.c has the number. */
export const MODULES = 7;

/** A program or a shared library. */
export interface LoadedModule {
  readonly base: number;
  readonly path: string;
}

/** The contents of such a block: for each module its base (8 bytes), the length of its path (4), and the path. */
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

/** Tables that the compiler makes for classes of C++. */
const OF_CLASSES = /^_ZT[VIST]/;

/** The variables of a module. Static ones of functions have a number at the end, which the compiler gave them. */
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
