import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program, Site } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';
import { usageError } from './errors.js';
import { readText } from './files.js';

export interface LoadedProgram {
  /** The file. */
  readonly source: string;
  readonly program: Program;
  /** What the compiler has to say about it. */
  readonly warnings?: string;
}

const HOW_TO_EXPORT = "write: export default program('name', (p) => { … }), with program imported from 'fencepost'";

export interface LoadOptions {
  readonly unroll: number | undefined;
  readonly spurious: boolean;
  readonly compiler: readonly string[];
}

/** The programs in a file: a compiled program, a litmus test, or what a JavaScript module exports. */
export async function loadPrograms(source: string, options: LoadOptions): Promise<LoadedProgram[]> {
  if (isCompiled(source)) return [await compile(source, options)];
  return (await load(source)).map((program) => ({ source, program }));
}

const COMPILED = ['.c', '.cc', '.cpp', '.cxx', '.C', '.ll'];

function isCompiled(path: string): boolean {
  return COMPILED.includes(extname(path));
}

/** After `--` come flags for the compiler, and further files of the program. */
async function compile(path: string, { unroll, spurious, compiler }: LoadOptions): Promise<LoadedProgram> {
  readText(path); // says why, if it cannot be read
  const more = compiler.filter((each) => !each.startsWith('-') && isCompiled(each));
  const flags = compiler.filter((each) => !more.includes(each));
  const { DEFAULT_BOUNDS, build, compiledProgram } = await import('@fencepost/c');
  const built = await build({ files: [path, ...more], flags });
  const bounds = { ...DEFAULT_BOUNDS, spurious, ...(unroll !== undefined && { unroll }) };
  return { source: path, program: compiledProgram(basename(path), built, bounds), warnings: built.warnings };
}

async function load(path: string): Promise<Program[]> {
  const text = readText(path); // says why, if it cannot be read
  switch (extname(path)) {
    case '.litmus':
      return [await litmus(text, path)];
    case '.js':
    case '.mjs':
      return programsOf(await importModule(path), path);
    default:
      throw usageError(
        `cannot check ${path}: it is neither a program to compile, nor a JavaScript module, nor a litmus test`,
        'files to check end in .c, .cc, .cpp, .cxx, .ll, .js, .mjs or .litmus',
      );
  }
}

async function litmus(text: string, path: string): Promise<Program> {
  const { parseLitmus } = await import('@fencepost/litmus');
  const { litmusCheckProgram } = await import('../litmus-program.js');
  return litmusCheckProgram(parseLitmus(text, path));
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    if (isFencepostError(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const site = placeOf(error, file, path);
    const noPackage = message.includes("'fencepost'") && message.startsWith('Cannot find package');
    throw new FencepostError('USAGE', `the module cannot be loaded: ${message}`, {
      site: site ?? { file: path, line: 1 },
      ...(noPackage && { hint: 'install it where the module finds it: npm install fencepost' }),
    });
  }
}

/** Where in the module the error arose, by its stack trace. */
function placeOf(error: unknown, file: string, path: string): Site | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const line of stack.split('\n')) {
    const match = /^(.*?):(\d+)(?::(\d+))?\)?$/.exec(line.replace('file://', ''));
    if (match?.[1]?.endsWith(file) !== true) continue;
    return { file: path, line: Number(match[2]), ...(match[3] !== undefined && { column: Number(match[3]) }) };
  }
  return undefined;
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
