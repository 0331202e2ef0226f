import type { GivenModel, Program } from '@fencepost/core';
import { defaultModels, isTested, modelNames, modelNamesOf } from '@fencepost/core';
import type { CRunOptions } from '@fencepost/c/options';
import type { TestProgress } from '@fencepost/check';
import { DEFAULT_SECONDS } from '@fencepost/check';
import type { Given } from '@fencepost/options';
import type { TestMethod, TestReport, TestingReport } from '@fencepost/report';
import type { LoadOptions, LoadedProgram } from '../load/loaded-program.js';
import { inMemory } from '../load/loaded-program.js';
import { loadPrograms } from '../load/programs.js';
import { LIMITS } from '../options/limits.js';
import type { LoadSettings } from '../options/load.js';
import { testedAmong, testedModel } from '../options/models.js';
import type { SearchSettings } from '../options/search.js';
import { requestFor } from './check-request.js';
import { stopOn } from './stopping.js';
import { testLoadedProgram } from './test-loaded.js';
import { version } from './version.js';

/** Options for testing a program. Defaults are those of `fencepost test`. */
export interface TestProgramOptions
  extends
    Given<Pick<LoadSettings, 'seed' | 'unroll' | 'daemons'>>,
    Given<CRunOptions>,
    Pick<SearchSettings, 'allowRelaxed'> {
  /** Models to test under; default: those of `fencepost test`. */
  readonly models?: readonly GivenModel[];
  /** Default: `active`. */
  readonly method?: TestMethod;
  /** With the method `active`: maximum number of accesses of a cycle, an even number; default: 4. */
  readonly length?: number;
  /** Maximum number of executions of each program under each model. */
  readonly maxExecutions?: number;
  /** Time limit for all tests together: seconds, or '500ms', '90s', '5m'; default: 60 seconds. */
  readonly maxTime?: number | string;
  /** Ends the tests. Findings up to that time are reported. */
  readonly signal?: AbortSignal;
  /** Called after every execution. */
  readonly onProgress?: (progress: TestProgress) => void;
}

/** Options for testing the programs of a file. */
export interface TestFileOptions extends TestProgramOptions, Given<Omit<LoadSettings, 'criterion'>> {}

/**
 * Tests the programs of a file, as `fencepost test` does. Every reported behaviour has occurred; unreported behaviour
 * is still possible.
 */
export async function testFile(file: string, options: TestFileOptions = {}): Promise<TestingReport> {
  return test(options, (load) => loadPrograms(file, load));
}

/** Tests a program made by `program()` or by a front end. */
export async function testProgram(program: Program, options: TestProgramOptions = {}): Promise<TestingReport> {
  return test(options, () => Promise.resolve([inMemory(program)]));
}

async function test(
  given: TestFileOptions,
  loading: (options: LoadOptions) => Promise<readonly LoadedProgram[]>,
): Promise<TestingReport> {
  const { models, method, length, maxExecutions, maxTime = DEFAULT_SECONDS, signal, ...settings } = given;
  const { onProgress = () => undefined, ...made } = settings;
  signal?.throwIfAborted();
  const { load: loadOptions } = requestFor(made);
  const { seed } = loadOptions;
  const options = {
    ...(method !== undefined && { method }),
    ...(length !== undefined && { length }),
    ...(maxExecutions !== undefined && { maxExecutions }),
    ...(seed !== undefined && { seed }),
  };
  const programs = await loading(loadOptions);
  const deadline = performance.now() + 1000 * LIMITS.maxTime.kind.fromValue(maxTime, 'maxTime', '');
  const chosen = models && modelNamesOf(models, () => modelNames(isTested)).map(testedModel);
  const stop = stopOn(signal);
  const planned = programs.map((loaded) => ({
    loaded,
    models: chosen ?? testedAmong(loaded.settings?.models) ?? defaultModels('test'),
  }));
  const tests: TestReport[] = [];
  for (const [i, { loaded, models }] of planned.entries()) {
    if (stop.reason !== undefined) break;
    const total = planned.slice(i).reduce((sum, each) => sum + each.models.length, 0);
    const now = performance.now();
    // Each program gets a share of the remaining time, in proportion to its number of models.
    const own = now + ((deadline - now) * models.length) / total;
    tests.push(...(await testLoadedProgram(loaded, models, own, { stop, loadOptions, options, onProgress })));
  }
  return { version: 1, tool: `fencepost ${version()}`, tests };
}
