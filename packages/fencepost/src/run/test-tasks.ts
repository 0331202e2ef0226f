import type { TestProgress } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import type { TestReport } from '@fencepost/report';
import type { Handler } from '@fencepost/workers';
import type { LoadOptions, LoadedProgram } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { settingsFor } from '../options/config.js';
import { testedAmong } from '../options/models.js';
import type { BuiltIns } from '../workers/built-ins.js';
import type { PlainError } from '../workers/plain-error.js';
import { plainError } from '../workers/plain-error.js';
import type { TestChoices } from './test-loaded.js';
import { testLoadedProgram } from './test-loaded.js';

/** A file to load, and optionally one of its programs to test. */
export interface TestTask {
  readonly file: string;
  readonly loadOptions: LoadOptions;
  /** Loaded, because a configuration may register models and front ends. */
  readonly config: { readonly file: string | undefined; readonly none: boolean };
  /** The test; undefined to list the programs of the file. */
  readonly test: OneTest | undefined;
}

/** One program under one model. */
export interface OneTest {
  /** Index of the program in its file. */
  readonly program: number;
  readonly model: ModelName;
  readonly choices: TestChoices;
  /** Time limit for loading and testing. */
  readonly seconds: number;
}

export interface TestAnswer {
  readonly programs: readonly FoundProgram[];
  readonly tests: readonly TestReport[];
  readonly error: PlainError | undefined;
}

/** A program of a file, by its name. */
export interface FoundProgram {
  readonly name: string;
  /** The models in its own settings. */
  readonly models: readonly ModelName[] | undefined;
  readonly seed: number | undefined;
  readonly warnings: string | undefined;
  /** Digest of the tested program. */
  readonly digest: string;
}

/**
 * Loads and tests programs. Every test loads its own copy of the program: knowledge that the front end gains in one
 * test would change the executions of another. `builtIns`: the built-ins that tested code must not replace, in a thread
 * where no other code may replace them.
 */
export function testHandler(builtIns?: BuiltIns): Handler<TestTask, TestAnswer, TestProgress> {
  const unused = new Map<string, readonly LoadedProgram[]>();
  return async ({ file, loadOptions, config, test }, { stopped, progress: report }) => {
    const began = performance.now();
    try {
      await settingsFor(config.file, config.none, '');
      const loaded = unused.get(file) ?? (await loadPrograms(file, loadOptions));
      builtIns?.acceptAdditions();
      builtIns?.require(file);
      if (test === undefined) {
        unused.set(file, loaded);
        return { programs: loaded.map(found), tests: [], error: undefined };
      }
      unused.delete(file);
      const stop = {
        get reason() {
          return stopped() ? ('interrupt' as const) : undefined;
        },
      };
      const { program, model, choices: options, seconds } = test;
      const onProgress = (progress: TestProgress): void =>
        report(() => {
          builtIns?.require(file);
          return progress;
        });
      const context = { stop, loadOptions, options, onProgress };
      const tests = await testLoadedProgram(loaded[program]!, [model], began + 1000 * seconds, context);
      builtIns?.require(file);
      return { programs: [], tests, error: undefined };
    } catch (error) {
      return { programs: [], tests: [], error: plainError(builtIns?.explain(error, file) ?? error) };
    }
  };
}

function found({ program, settings, warnings, digest }: LoadedProgram): FoundProgram {
  return { name: program.name, models: testedAmong(settings?.models), seed: settings?.seed, warnings, digest };
}
