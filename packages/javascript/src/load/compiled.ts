import { instrument } from '../transform/instrument.js';
import type { InstrumentedModule } from '../transform/text/instrumented.js';
import { GLOBAL_NAMES } from '../world/objects/global-names.js';
import type { ModuleSource } from './source.js';
import { packageOf, readSource } from './source.js';

/**
 * Takes the instruments, the number of the first site and the globals; returns the function that instantiates the
 * module.
 */
type Outer = (...parameters: unknown[]) => unknown;

/** A module that is read, instrumented and compiled. Several graphs may share it. */
export interface CompiledModule {
  readonly source: ModuleSource;
  readonly module: InstrumentedModule;
  readonly outer: Outer;
}

/** Compiled modules of packages, by file and whether they note all accesses. Many check files use the same ones, and they hardly ever change. */
const known = new Map<string, CompiledModule>();

/** Reads, instruments and compiles a text. Throws a FencepostError or a SyntaxError if that is not possible. */
export function compiled(file: string, text: string, records: boolean): CompiledModule {
  const key = `${file} ${records}`;
  const before = known.get(key);
  if (before?.source.text === text) return before;
  const source = readSource(file, text);
  const module = instrument(text, file, { kind: source.kind, globals: GLOBAL_NAMES, records });
  const made = { source, module, outer: (0, eval)(module.code) as Outer };
  if (packageOf(file) !== undefined) known.set(key, made);
  return made;
}
