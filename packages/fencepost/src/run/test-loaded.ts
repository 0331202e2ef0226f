import type { Stop, TestOptions, TestProgress } from '@fencepost/check';
import { ProgramTests } from '@fencepost/check';
import type { TestReport } from '@fencepost/report';
import { inFile } from '../errors.js';
import type { LoadOptions, LoadedProgram } from '../load/loaded-program.js';
import { replayOptions } from './replay-options.js';
import { watched } from './watching.js';

/** The choice and the number of executions. */
export type TestChoices = Pick<TestOptions, 'method' | 'seed' | 'length' | 'maxExecutions'>;

interface TestContext {
  readonly stop: Stop;
  readonly loadOptions: LoadOptions;
  readonly options: TestChoices;
  readonly onProgress: (progress: TestProgress) => void;
}

/** Tests one program until `deadline`, in terms of `performance.now()`. */
export async function testLoadedProgram(
  loaded: LoadedProgram,
  models: NonNullable<TestOptions['models']>,
  deadline: number,
  { stop, loadOptions, options, onProgress }: TestContext,
): Promise<TestReport[]> {
  const { source, program, settings } = loaded;
  const { method, length, maxExecutions } = options;
  const seed = options.seed ?? settings?.seed;
  const testOptions: TestOptions = {
    models,
    ...(method !== undefined && { method }),
    ...(seed !== undefined && { seed }),
    ...(length !== undefined && { length }),
    ...(maxExecutions !== undefined && { maxExecutions }),
  };
  const testing = new ProgramTests(program, testOptions, stop).run(deadline);
  const tests = await inFile(source, () => watched(testing, onProgress));
  return tests.map((test) => ({
    ...{ source, program: program.name, ...test, replay: replayOptions(loaded, loadOptions, test.model) },
    ...(settings?.allowRelaxed === true && { allowsRelaxed: true }),
  }));
}
