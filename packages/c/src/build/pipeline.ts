import { FencepostError, isRecord, isText } from '@fencepost/core';
import { lower64 } from '../link/lower64.js';
import { resumable } from '../link/resumable/module.js';
import { Helpers, irToObject, link } from '../toolchain/back-end.js';
import type { Door } from '../toolchain/compile.js';
import type { Dependency } from '../toolchain/dependencies.js';
import { isSystemPath } from '../toolchain/paths.js';
import { isIr, languageOf } from '../toolchain/language.js';
import { allCompiled } from './all-compiled.js';
import { compiledSource } from './compiled-source.js';
import type { Host, Source } from './host.js';
import type { ProgramModule } from './modules.js';
import type { LinkedTables, StoredTables } from './tables.js';
import { areTables, mergeTables, restoreTables, storeTables } from './tables.js';

interface PipelineOptions {
  /** Default: the one that an IR source names, or 64-bit Linux. */
  readonly door?: Door | undefined;
  /** Time before the first source was read, in milliseconds. */
  readonly start: number;
}

/** A program that is ready to run; see `compiledProgram`. */
export interface Built {
  readonly wasm: Uint8Array;
  readonly tables: LinkedTables;
  /** The same tables in stored form. */
  readonly stored: StoredTables;
  /** Warnings of the compiler, as printed. */
  readonly warnings: string;
  /** The headers of the user that the sources include, if this machine compiled them. */
  readonly headers?: readonly string[];
  /** Whether the text of the program shows that it has no data race (`mayRace`). */
  readonly raceFree?: boolean;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** The part of a build that another machine needs to run the program. */
export type BuiltElsewhere = Pick<Built, 'wasm' | 'stored' | 'warnings'>;

/** Whether untrusted data has the shape of a build that can be run. */
export function isBuiltElsewhere(value: unknown): value is BuiltElsewhere {
  if (!isRecord(value)) return false;
  const { wasm, stored, warnings } = value;
  return (
    wasm instanceof Uint8Array && areTables(stored) && isText(warnings) && WebAssembly.validate(new Uint8Array(wasm))
  );
}

/** A build made elsewhere by the same version. */
export function restored(built: BuiltElsewhere): Built {
  const { wasm, stored, warnings } = built;
  return { wasm, stored, tables: restoreTables(stored), warnings, timings: {} };
}

/** The stored facts of a build, in addition to the module. */
interface Kept {
  readonly tables: StoredTables;
  readonly warnings: string;
  readonly dependencies: readonly Dependency[];
  readonly raceFree: boolean;
}

/** Compiles a program to a module whose threads can be suspended and resumed at each access to shared memory. */
export async function buildOn(host: Host, sources: readonly Source[], options: PipelineOptions): Promise<Built> {
  const { timed, timings } = stopwatch();
  const { cache } = host;
  const { door = doorOf(sources), start } = options;
  const files = sources.map(({ file }) => file);
  const tools = host.toolsIdentity();
  const settings = [door, sources.map(({ flags }) => flags), files, ...host.surroundings()];
  const key = cache.key([host.ownIdentity(), tools, JSON.stringify(settings), ...sources.map(({ text }) => text)]);

  // If the sources and the headers they include are unchanged since an earlier build, nothing is compiled.
  const known = await timed('cache', async () => {
    const entry = await cache.load<Kept>(key);
    return entry !== undefined && (await host.unchanged(entry.facts.dependencies)) ? entry : undefined;
  });
  if (known !== undefined) {
    const { tables, warnings, dependencies, raceFree } = known.facts;
    const headers = ownFiles(dependencies.map(({ path }) => path));
    return { ...restored({ wasm: known.data, stored: tables, warnings }), headers, raceFree, timings };
  }

  const toolchain = await timed('find', () => host.toolchain());
  const helpers = new Helpers(toolchain, door, cache, tools);
  void helpers.memory(); // on the first build, these are compiled in parallel with the program
  // Loading the pass takes half as long as running the compiler: load it only if needed, and in parallel.
  const loading = Promise.all([import('./survey.js'), import('./library.js'), import('./modules.js')]);
  const compiled = await timed('compile', async () =>
    allCompiled(await Promise.allSettled(sources.map((source) => compiledSource(host, toolchain, source, door)))),
  );
  const headers = compiled.flatMap(({ dependencies }) => dependencies);
  const [{ survey }, { libraryModules }, { instrumentAll }] = await loading;
  host.building?.(true);
  try {
    return await finished();
  } finally {
    host.building?.(false);
  }

  async function finished(): Promise<Built> {
    const program = survey(compiled.map((source, index) => ({ ...source, file: files[index]! })));
    const library = await timed('library', () =>
      libraryModules({ host, toolchain, door, identity: tools, flags: flagsOfCxx(sources) }, program, start),
    );
    const modules = await timed('instrument', () =>
      instrumentAll(program, library, host.directory, host.filesRead(files, headers)),
    );
    checkDoor(modules, files, door);
    const [own, raceFree] = await Promise.all([
      timed('back end', () => Promise.all(modules.map(({ module }) => irToObject(toolchain, module.ll, door)))),
      // While another process does that.
      timed('races', async () => (await host.isRaceFree?.(compiled.map(({ ir }) => ir))) ?? false),
    ]);
    const objects = [...library.map(({ object }) => object), ...own];
    const globals = [...library.map(({ facts }) => facts.globalTable), ...modules.map((module) => module.globalTable)];
    const linked = await timed('link', () => link(toolchain, objects, helpers, door, globals));
    const lowered = await timed('lower', () => lower64(linked));
    const wasm = await timed('make resumable', () => resumable(lowered));
    const tables = mergeTables([
      ...library.map(({ facts }) => facts.tables),
      ...modules.map(({ module }) => storeTables(module)),
    ]);
    const warnings = compiled.map((source) => source.warnings).join('');
    await timed('store', async () => {
      const dependencies = await host.recordDependencies(headers, start);
      const ofLibrary = library.map(({ facts }) => facts.dependencies);
      if (dependencies === undefined || ofLibrary.includes(undefined)) return;
      const facts: Kept = {
        ...{ tables, warnings, raceFree },
        dependencies: [...dependencies, ...ofLibrary.flatMap((each) => each ?? [])],
      };
      await cache.store(key, { facts, data: wasm });
    });
    return { ...restored({ wasm, stored: tables, warnings }), headers: ownFiles(headers), raceFree, timings };
  }
}

/** Returns the files that are not of the system. */
function ownFiles(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => !isSystemPath(path));
}

/** Returns the door of the sources: LLVM IR names its target. */
function doorOf(sources: readonly Source[]): Door {
  const narrow = sources.some(({ file, text }) => isIr(file) && /^target triple = "wasm32/m.test(text));
  return narrow ? 'wasm32' : 'lp64';
}

/** Returns the flags of all C++ sources. */
function flagsOfCxx(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ file, flags }) => ((flags.language ?? languageOf(file)) === 'c++' ? flags.flags : []));
}

function checkDoor(modules: readonly ProgramModule[], files: readonly string[], door: Door): void {
  const other = files.filter((_, index) => modules[index]!.module.pointerSize !== (door === 'lp64' ? 8 : 4));
  if (other.length === 0) return;
  throw new FencepostError('C_LINK', `${other.join(', ')}: compiled with another pointer size than the other files`);
}

function stopwatch() {
  const timings: Record<string, number> = {};
  const timed = async <T>(stage: string, action: () => Promise<T> | T): Promise<T> => {
    const start = performance.now();
    const result = await action();
    timings[stage] = performance.now() - start;
    return result;
  };
  return { timed, timings };
}
