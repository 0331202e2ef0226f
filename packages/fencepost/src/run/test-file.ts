import type { GivenModel, Program } from '@fencepost/core';
import { defaultModels } from '@fencepost/core';
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

/** How a program is tested. What is left out is as `fencepost test` has it. */
export interface TestProgramOptions
  extends
    Given<Pick<LoadSettings, 'seed' | 'unroll' | 'daemons'>>,
    Given<CRunOptions>,
    Pick<SearchSettings, 'allowRelaxed'> {
  /** Models to test under: those of `fencepost test` unless given. */
  readonly models?: readonly GivenModel[];
  /** `active` unless given. */
  readonly method?: TestMethod;
  /** With the method `active`: the most accesses of a cycle, an even number; 4 unless given. */
  readonly length?: number;
  /** Executions of each program under each model at most. */
  readonly maxExecutions?: number;
  /** For all together: seconds, or '500ms', '90s', '5m'; 60 seconds unless given. */
  readonly maxTime?: number | string;
  /** Ends the tests; what was found by then is reported. */
  readonly signal?: AbortSignal;
  /** Called after every execution. */
  readonly onProgress?: (progress: TestProgress) => void;
}

/** How the programs of a file are tested. */
export interface TestFileOptions extends TestProgramOptions, Given<Omit<LoadSettings, 'criterion'>> {}

/** Tests the programs of a file, as `fencepost test` does: what it reports happened; what it does not report is still possible. */
export async function testFile(file: string, options: TestFileOptions = {}): Promise<TestingReport> {
  return test(options, (load) => loadPrograms(file, load));
}

/** Tests a program that `program()` made, or that a front end did. */
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
  const chosen = models?.map(testedModel);
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
    // Each has its part of the time that is left, by the number of its models.
    const own = now + ((deadline - now) * models.length) / total;
    tests.push(...(await testLoadedProgram(loaded, models, own, { stop, loadOptions, options, onProgress })));
  }
  return { version: 1, tool: `fencepost ${version()}`, tests };
}
