import { declaredFunctions, definedFunctions, instrument } from '../ir/rewrite/instrument.js';
import type { Layer } from '../library/layers.js';
import { layersFor } from '../library/layers.js';
import { irToObject } from '../toolchain/back-end.js';
import type { Door } from '../toolchain/compile.js';
import { compileLibrary, standardOf } from '../toolchain/compile-library.js';
import type { Dependency } from '../toolchain/dependencies.js';
import type { Toolchain } from '../toolchain/toolchain.js';
import type { Host } from './host.js';
import type { ProgramModules } from './survey.js';
import { globalTable, hideEmptyTable } from './global-tables.js';
import type { StoredTables } from './tables.js';
import { numberedAfter, storeTables } from './tables.js';

/** A layer of the library, ready to be linked. */
export interface LibraryModule {
  readonly facts: LibraryFacts;
  readonly object: Uint8Array;
}

interface LibraryFacts {
  readonly tables: StoredTables;
  /** The symbol of the table with the addresses of its variables. */
  readonly globalTable: string;
  readonly defined: readonly string[];
  /** The headers it was made from; undefined if any of them was written after this build started. */
  readonly dependencies: readonly Dependency[] | undefined;
  /** Functions with even addresses (ir/analysis/function-addresses.ts), including those of the layers before. */
  readonly numbered: readonly string[];
}

/** The tools and settings that the library is built with. */
export interface LibraryTools {
  readonly host: Host;
  readonly toolchain: Toolchain;
  readonly door: Door;
  /** The identity of the compiler. */
  readonly identity: string;
  /** The flags of the program. */
  readonly flags: readonly string[];
}

/**
 * Returns the layers of the library that a program needs. They are numbered before the modules of the program: a layer
 * then depends on little of the program, and the cache can provide it to the next one.
 */
export async function libraryModules(
  tools: LibraryTools,
  program: ProgramModules,
  start: number,
): Promise<LibraryModule[]> {
  const called = new Set(program.compiled.flatMap(({ ir }) => [...declaredFunctions(ir)]));
  for (const names of program.defined) for (const name of names) called.delete(name);
  const layers = layersFor(called, program.handling);
  // That of C++ is always numbered: programs that do and do not take the address of a member function share it.
  const numbered = program.numbered || layers.some(({ language }) => language === 'c++');
  const made: LibraryModule[] = [];
  for (const layer of layers) made.push(await moduleFor(tools, { ...program, numbered }, layer, made, start));
  return made;
}

async function moduleFor(
  tools: LibraryTools,
  program: ProgramModules,
  layer: Layer,
  below: readonly LibraryModule[],
  start: number,
): Promise<LibraryModule> {
  const { host, door, identity, flags } = tools;
  const { cache } = host;
  const settings = JSON.stringify([door, standardOf(flags), program.numbered, below.length]);
  const key = cache.key(['library', host.ownIdentity(), identity, settings, layer.source]);
  const known = await cache.load<LibraryFacts>(key);
  if (
    known !== undefined &&
    !replaces(program, known.facts) &&
    (await host.unchanged(known.facts.dependencies ?? []))
  ) {
    return { facts: known.facts, object: known.data };
  }
  const made = await make(tools, program, layer, below, start);
  if (made.facts.dependencies !== undefined && !replaces(program, made.facts))
    await cache.store(key, { facts: made.facts, data: made.object });
  return made;
}

/** Returns whether the program defines a function that the layer calls, such as `operator new`. */
function replaces({ defined }: ProgramModules, { tables }: LibraryFacts): boolean {
  return tables.libraryCalls.some((name) => defined.some((names) => names.has(name)));
}

async function make(
  { host, toolchain, door, flags }: LibraryTools,
  { defined: byProgram, numbered: isNumbered }: ProgramModules,
  layer: Layer,
  below: readonly LibraryModule[],
  start: number,
): Promise<LibraryModule> {
  const { ir, dependencies: paths } = await compileLibrary(toolchain, layer, door, flags);
  const numbering = numberedAfter(below.map(({ facts }) => facts.tables));
  const numbered = new Set(below.flatMap(({ facts }) => facts.numbered));
  const defined = definedFunctions(ir);
  const ofLibrary = new Set([...below.flatMap(({ facts }) => facts.defined), ...defined]);
  const module = instrument(ir, {
    ...numbering,
    sourceName: layer.name,
    entry: false,
    foreign: true,
    definedElsewhere: new Set([...ofLibrary, ...byProgram.flatMap((names) => [...names])]),
    ofLibrary,
    ...(isNumbered && { numbered }),
    unwinding: true,
    exceptions: layer.language === 'c++',
  });
  const dependencies = await host.recordDependencies(paths, start);
  return {
    object: await irToObject(toolchain, hideEmptyTable(module), door),
    facts: {
      tables: storeTables(module),
      globalTable: globalTable(numbering),
      defined: [...defined],
      numbered: [...numbered],
      dependencies,
    },
  };
}
