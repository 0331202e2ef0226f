import { basename } from 'node:path';
import type { BuildOptions, Built } from '@fencepost/c';
import { C_FRONT_END, C_RUN_OPTIONS, NO_DATABASE } from '@fencepost/c/options';
import { COMPILED_LANGUAGES, isWrittenIn } from '@fencepost/core';
import { picked } from '@fencepost/options';
import { counted } from '@fencepost/report';
import { usageError } from '../errors.js';
import { readText } from '../files/files.js';
import type { FrontEnd } from './front-end.js';
import type { CompiledProgram, LoadOptions, LoadedProgram } from './loaded-program.js';
import { digestOf } from './loaded-program.js';

/** Programs that clang compiles. */
export const C = { ...C_FRONT_END, load: compile } as const satisfies FrontEnd;

/** Compiles a program. The compiler flags may include further source files of the program. */
async function compile(path: string, options: LoadOptions): Promise<readonly LoadedProgram[]> {
  const { build, sourcesAmong } = await import('@fencepost/c');
  const { compiler, compileCommands, prebuilt, texts } = options;
  if (prebuilt !== undefined) {
    const { readBuilt } = await import('./prebuilt.js');
    return loaded(path, await readBuilt(prebuilt, path), options);
  }
  const more = sourcesAmong(compiler, (text) => isWrittenIn(text, COMPILED_LANGUAGES));
  for (const each of [path, ...more]) readText(each); // reports why it cannot be read
  const flags = compiler.filter((each) => !more.includes(each));
  const database = await databaseFor(path, compileCommands);
  const built = await build({ files: [path, ...more], flags, database, texts });
  const programs = await loaded(path, built, options);
  const { headers = [] } = built;
  return programs.map((each): CompiledProgram => ({ ...each, files: [path, ...more], headers, built }));
}

/** Returns the program or, if it declares structures or uses a test framework, one for each structure or test case. */
async function loaded(path: string, built: Built, options: LoadOptions): Promise<readonly LoadedProgram[]> {
  const { DEFAULT_BOUNDS, compiledProgram, structureProgram, structuresOf, testCasesOf } = await import('@fencepost/c');
  const { unroll, seed, criterion, testCases, named } = options;
  const asked: readonly (string | undefined)[] = [...testCases, named];
  const bounds = {
    ...{ ...DEFAULT_BOUNDS, ...picked(C_RUN_OPTIONS, options), unroll },
    ...(seed !== undefined && { seed }),
  };
  const digest = digestOf(built.wasm);
  const { warnings } = built;
  const structures = structuresOf(built, bounds);
  if (structures !== undefined) {
    return structures.map((structure, i) => ({
      ...{ source: path, program: structureProgram(structure, built, bounds, criterion), digest },
      alone: structures.length === 1,
      // Only the results of calls matter: executions that are not SC are accepted if the results are correct.
      settings: { allowRelaxed: true },
      ...(i === 0 && { warnings }),
    }));
  }
  const tests = testCasesOf(built, bounds);
  if (tests === undefined) {
    return [{ source: path, program: compiledProgram(basename(path), built, bounds), digest, alone: true, warnings }];
  }
  const numbered = tests.map((test, testCase) => ({ ...test, testCase }));
  const enabled = numbered.filter(({ name, disabled }) => !disabled || asked.includes(name));
  if (enabled.length === 0) throw usageError(`all test cases of ${path} are disabled`, DISABLED);
  return enabled.map(({ name, testCase }, i) => ({
    ...{ source: path, program: compiledProgram(name, built, { ...bounds, testCase }), digest },
    alone: tests.length === 1,
    // Reported once per file.
    ...(i === 0 && { warnings: warnings + skipped(numbered.length - enabled.length, path) }),
  }));
}

const DISABLED = 'to check one anyway: --test-case NAME';

function skipped(count: number, path: string): string {
  return count === 0 ? '' : `note: ${path}: ${counted(count, 'disabled test case')} skipped; ${DISABLED}\n`;
}

async function databaseFor(path: string, given: string | undefined): Promise<BuildOptions['database']> {
  if (given === NO_DATABASE) return undefined;
  const { findDatabase, readDatabase } = await import('@fencepost/c');
  return given === undefined ? findDatabase(path) : readDatabase(given);
}
