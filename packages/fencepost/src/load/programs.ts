import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Program } from '@fencepost/core';
import { withDaemons } from '@fencepost/core';
import type { CheckSettings } from '@fencepost/javascript';
import { checkSettings } from './check-settings.js';
import { inFile, usageError } from '../errors.js';
import { readText } from './files.js';
import { importModule } from './import-module.js';

export interface LoadedProgram {
  /** The file. */
  readonly source: string;
  readonly program: Program;
  /** Of the compiled program, of all files that a check is about or, of others, of the text. */
  readonly digest: string;
  /** It is the only program of the file. */
  readonly alone: boolean;
  /** What the compiler has to say about it. */
  readonly warnings?: string;
  /** Of a check in a test file: how it wants to be run. */
  readonly settings?: CheckSettings;
}

const HOW_TO_CHECK = "write: check('name', (t) => { … }), with check imported from 'fencepost'";
const HOW_TO_EXPORT =
  "write: export default program('name', (p) => { … }), with program imported from 'fencepost', or: check('name', (t) => { … })";

export interface LoadOptions {
  readonly unroll: number | undefined;
  readonly spurious: boolean;
  readonly compiler: readonly string[];
  /** Packages that belong to what is checked. */
  readonly include: readonly string[];
  /** Threads that may go on reading for ever. */
  readonly daemons?: readonly string[];
  /** What other names modules have in the user's project, and which conditions choose them. */
  readonly alias?: Readonly<Record<string, string>>;
  readonly conditions?: readonly string[];
}

/** The programs in a file: a compiled program, a litmus test, the checks of a test file, or what a module exports. */
export async function loadPrograms(source: string, options: LoadOptions): Promise<LoadedProgram[]> {
  const loaded = await loadAll(source, options);
  return loaded.map((each) => ({ ...each, program: withDaemons(each.program, options.daemons ?? []) }));
}

async function loadAll(source: string, options: LoadOptions): Promise<LoadedProgram[]> {
  if (isCompiled(source)) return [await compile(source, options)];
  const text = readText(source);
  if (isModule(source) && (await isCheckFile(text))) return loadChecks(source, options);
  const programs = await load(source, text);
  const digest = digestOf(text);
  return programs.map((program) => ({ source, program, digest, alone: programs.length === 1 }));
}

const COMPILED = ['.c', '.cc', '.cpp', '.cxx', '.C', '.ll'];

function isCompiled(path: string): boolean {
  return COMPILED.includes(extname(path));
}

/** After `--` come flags for the compiler, and further files of the program. */
async function compile(path: string, { unroll, spurious, compiler }: LoadOptions): Promise<LoadedProgram> {
  readText(path); // says why, if it cannot be read
  const { DEFAULT_BOUNDS, build, compiledProgram, sourcesAmong } = await import('@fencepost/c');
  const more = sourcesAmong(compiler, isCompiled);
  const flags = compiler.filter((each) => !more.includes(each));
  const built = await build({ files: [path, ...more], flags });
  const bounds = { ...DEFAULT_BOUNDS, spurious, ...(unroll !== undefined && { unroll }) };
  return {
    source: path,
    program: compiledProgram(basename(path), built, bounds),
    digest: digestOf(built.wasm),
    alone: true,
    warnings: built.warnings,
  };
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function load(path: string, text: string): Promise<Program[]> {
  if (extname(path) === '.litmus') return [await litmus(text, path)];
  if (EXPORTING.includes(extname(path))) return programsOf(await importModule(path, 'the module'), path);
  if (isModule(path)) throw usageError(`${path} has no checks`, HOW_TO_CHECK);
  throw usageError(
    `cannot check ${path}: it is neither a program to compile, nor a module, nor a litmus test`,
    'files to check end in .c, .cc, .cpp, .cxx, .ll, .js, .mjs, .ts, .mts or .litmus',
  );
}

/** Modules that may export programs. */
const EXPORTING = ['.js', '.mjs', '.ts', '.mts'];
/** Those that have checks may be any. */
const MODULES = [...EXPORTING, '.cjs', '.cts', '.jsx', '.tsx'];

function isModule(path: string): boolean {
  return MODULES.includes(extname(path));
}

async function isCheckFile(text: string): Promise<boolean> {
  // Nearly every module that exports programs is told from a test file without loading the front end.
  if (!/\bcheck\b/.test(text)) return false;
  return (await import('@fencepost/javascript')).isCheckFile(text);
}

/** The checks of a test file. */
export async function loadChecks(path: string, options: LoadOptions): Promise<LoadedProgram[]> {
  readText(path); // says why, if it cannot be read
  const { include, unroll, alias, conditions } = options;
  const javascript = await import('@fencepost/javascript');
  const { checks, digest } = await javascript.loadChecks(path, {
    include,
    ...(unroll !== undefined && { unroll }),
    ...(alias && { alias }),
    ...(conditions && { conditions }),
  });
  if (checks.length === 0) throw usageError(`${path} has no checks`, HOW_TO_CHECK);
  const warnings = missingPackages(path, include);
  return inFile(path, () =>
    checks.map(({ name, settings: given, program }, i) => {
      const settings = checkSettings(name, given);
      return {
        ...{ source: path, program: withDaemons(program, settings.daemons ?? []), digest, settings },
        alone: checks.length === 1,
        // Once for the file.
        ...(i === 0 && warnings !== '' && { warnings }),
      };
    }),
  );
}

/** No error: a package that another brings along may be somewhere else. */
function missingPackages(path: string, include: readonly string[]): string {
  const isThere = (name: string): boolean => {
    for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
      if (existsSync(join(folder, 'node_modules', name))) return true;
      if (folder === dirname(folder)) return false;
    }
  };
  const missing = include.filter((name) => !isThere(name));
  return missing.map((name) => `${path}: --include ${name}: no node_modules has a package of that name\n`).join('');
}

async function litmus(text: string, path: string): Promise<Program> {
  const { parseLitmus } = await import('@fencepost/litmus');
  const { litmusCheckProgram } = await import('@fencepost/check');
  return litmusCheckProgram(parseLitmus(text, path));
}

/** The default export or, without one, every export. */
function programsOf(module: Readonly<Record<string, unknown>>, path: string): Program[] {
  const names = 'default' in module ? ['default'] : Object.keys(module).sort();
  if (names.length === 0) throw usageError(`${path} exports nothing`, HOW_TO_EXPORT);
  return names.map((name) => {
    const value = module[name];
    if (isProgram(value)) return value;
    const what = name === 'default' ? 'the default export' : `the export '${name}'`;
    throw usageError(`${what} of ${path} is not a program`, HOW_TO_EXPORT);
  });
}

function isProgram(value: unknown): value is Program {
  if (typeof value !== 'object' || value === null) return false;
  const { name, threads, initialValue, nameOf } = value as Partial<Record<keyof Program, unknown>>;
  return (
    typeof name === 'string' &&
    Array.isArray(threads) &&
    typeof initialValue === 'function' &&
    typeof nameOf === 'function'
  );
}
