import { FencepostError } from '@fencepost/core';
import { asyncify, binaryenIdentity } from '../link/asyncify.js';
import { clearDeadLocals } from '../link/clear-dead.js';
import { lower64 } from '../link/lower64.js';
import { Helpers, irToObject, link } from '../toolchain/back-end.js';
import type { Cache } from '../toolchain/cache.js';
import { cacheFolder } from '../toolchain/folders.js';
import { DiskCache, NO_CACHE } from '../toolchain/cache.js';
import type { Door } from '../toolchain/compile.js';
import { compileToIr, givenIr, isIr } from '../toolchain/compile.js';
import type { Dependency } from '../toolchain/dependencies.js';
import { recordDependencies, unchanged } from '../toolchain/dependencies.js';
import { findToolchain, toolchainIdentity } from '../toolchain/find.js';
import type { CompilationDatabase } from '../project/database.js';
import { flagsOfCxx, flagsOfSources } from '../project/source-flags.js';
import type { Overlay } from './overlay.js';
import { NO_OVERLAY, withOverlay } from './overlay.js';
import { ownIdentity } from './own-identity.js';
import { allCompiled, filesRead, readSources } from './sources.js';
import type { ProgramModule } from './modules.js';
import type { LinkedTables, StoredTables } from './tables.js';
import { mergeTables, restoreTables, storeTables } from './tables.js';

/** What to build, and how. */
export interface BuildOptions {
  /** The C, C++ and LLVM IR files of the program. */
  readonly files: readonly string[];
  /** Flags for the compiler, for all files. */
  readonly flags: readonly string[];
  /** How the project of the files compiles them; the flags above come after its own. */
  readonly database?: CompilationDatabase | undefined;
  /** Default: 64-bit Linux. */
  readonly door?: Door;
  /** Check the program as the optimiser transforms it. */
  readonly optimiseFirst?: boolean;
  /** Reuse the result of an earlier build, and store this one. Default: true, unless there are `texts`. */
  readonly cache?: boolean;
  /** What to read in place of some files, sources or headers, by their absolute paths. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** A program that is ready to run; see `compiledProgram`. */
export interface Built {
  readonly wasm: Uint8Array;
  readonly tables: LinkedTables;
  /** The same tables, as they are stored. */
  readonly stored: StoredTables;
  /** Warnings of the compiler, as printed. */
  readonly warnings: string;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** The part of a build that another machine needs to run the program. */
export type BuiltElsewhere = Pick<Built, 'wasm' | 'stored' | 'warnings'>;

/** A build made elsewhere by the same version. */
export function restored(built: BuiltElsewhere): Built {
  const { wasm, stored, warnings } = built;
  return { wasm, stored, tables: restoreTables(stored), warnings, timings: {} };
}

/** What is stored of a build besides the module. */
interface Kept {
  readonly tables: StoredTables;
  readonly warnings: string;
  readonly dependencies: readonly Dependency[];
}

/** Environment variables by which a compiler finds headers. */
const HEADER_PATHS = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH'];

/** Compiles a program to a module whose threads can be suspended and resumed at each access to shared memory. */
export async function build(options: BuildOptions): Promise<Built> {
  const { texts } = options;
  if (texts === undefined || Object.keys(texts).length === 0) return buildWith(options, NO_OVERLAY);
  return withOverlay(texts, (overlay) => buildWith({ ...options, cache: false }, overlay));
}

async function buildWith(options: BuildOptions, overlay: Overlay): Promise<Built> {
  const start = Date.now() + 1; // Date.now() has whole milliseconds, file times do not
  const { timed, timings } = stopwatch();
  const { files } = options;
  const { flags, notes } = flagsOfSources(options);
  const sources = (await readSources(files)).map((text, i) => overlay.textOf(files[i]!) ?? text);
  const door = options.door ?? doorOf(files, sources);
  const cache: Cache = options.cache === false ? NO_CACHE : new DiskCache(cacheFolder());
  const tools = `${toolchainIdentity()}\n${binaryenIdentity()}`;
  const settings = [door, flags, files, process.cwd(), HEADER_PATHS.map((name) => process.env[name] ?? null)];
  const key = cache.key([ownIdentity(), tools, JSON.stringify(settings), ...sources]);

  // If the sources and the headers they include are those of an earlier build, nothing is compiled.
  const known = await timed('cache', async () => {
    const entry = await cache.load<Kept>(key);
    return entry !== undefined && (await unchanged(entry.facts.dependencies)) ? entry : undefined;
  });
  if (known !== undefined) {
    const { tables, warnings } = known.facts;
    return { ...restored({ wasm: known.data, stored: tables, warnings: told(notes, warnings) }), timings };
  }

  const toolchain = await timed('find', () => findToolchain(cache));
  const helpers = new Helpers(toolchain, door, cache, tools);
  void helpers.memory(); // built, the first time, while the program is compiled
  // Loading the pass takes half as long as running the compiler: load it only if needed, and in parallel.
  const loading = Promise.all([import('./survey.js'), import('./library.js'), import('./modules.js')]);
  const compiled = await timed('compile', async () =>
    allCompiled(
      await Promise.allSettled(
        files.map(async (file, index) =>
          isIr(file) ? givenIr(sources[index]!) : compileToIr(toolchain, file, overlay.flagsWith(flags[index]!), door),
        ),
      ),
    ),
  );
  const headers = compiled.flatMap(({ dependencies }) => dependencies);
  const [{ survey }, { libraryModules }, { instrumentAll }] = await loading;
  const program = survey(compiled.map((source, index) => ({ ...source, file: files[index]! })));
  const library = await timed('library', () =>
    libraryModules({ toolchain, door, cache, identity: tools, flags: flagsOfCxx(files, flags) }, program, start),
  );
  const modules = await timed('instrument', () => instrumentAll(program, library, filesRead(files, headers)));
  checkDoor(modules, files, door);
  const own = await timed('back end', () =>
    Promise.all(modules.map(({ module }) => irToObject(toolchain, module.ll, door))),
  );
  const objects = [...library.map(({ object }) => object), ...own];
  const globals = [...library.map(({ facts }) => facts.globalTable), ...modules.map((module) => module.globalTable)];
  const linked = await timed('link', () => link(toolchain, objects, helpers, door, globals));
  const lowered = await timed('lower', () => lower64(linked));
  const wasm = await timed('asyncify', async () => clearDeadLocals(await asyncify(lowered)));

  const tables = mergeTables([
    ...library.map(({ facts }) => facts.tables),
    ...modules.map(({ module }) => storeTables(module)),
  ]);
  const warnings = compiled.map((source) => source.warnings).join('');
  await timed('store', async () => {
    const dependencies = await recordDependencies(headers, start);
    const ofLibrary = library.map(({ facts }) => facts.dependencies);
    if (dependencies === undefined || ofLibrary.includes(undefined)) return;
    const facts: Kept = {
      tables,
      warnings,
      dependencies: [...dependencies, ...ofLibrary.flatMap((each) => each ?? [])],
    };
    await cache.store(key, { facts, data: wasm });
  });
  return { ...restored({ wasm, stored: tables, warnings: told(notes, warnings) }), timings };
}

/** Notes are about flags that change nothing, so builds with other ones share what is stored. */
function told(notes: readonly string[], warnings: string): string {
  return notes.join('') + warnings;
}

/** IR names its target. */
function doorOf(files: readonly string[], sources: readonly string[]): Door {
  const narrow = files.some((file, index) => isIr(file) && /^target triple = "wasm32/m.test(sources[index]!));
  return narrow ? 'wasm32' : 'lp64';
}

function checkDoor(modules: readonly ProgramModule[], files: readonly string[], door: Door): void {
  const other = files.filter((_, index) => modules[index]!.module.pointerSize !== (door === 'lp64' ? 8 : 4));
  if (other.length === 0) return;
  throw new FencepostError('C_LINK', `${other.join(', ')}: compiled for pointers of another size than the rest`);
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
