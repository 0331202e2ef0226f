import type { ModelName } from '@fencepost/core';
import { usageError } from '../../errors.js';
import type { LoadOptions } from '../../load/loaded-program.js';
import { testedAmong } from '../../options/models.js';
import { requested } from '../../options/resolve.js';
import { checkResume, resumable } from '../../options/resumed.js';
import type { OptionValues } from '../../options/table.js';

export interface TestRequest
  extends
    Omit<LoadOptions, 'seed'>,
    Pick<
      OptionValues,
      | 'seed'
      | 'seeds'
      | 'all'
      | 'jobs'
      | 'length'
      | 'maxMemory'
      | 'allowRelaxed'
      | 'colour'
      | 'config'
      | 'noConfig'
      | 'testMethod'
      | 'testFormat'
      | 'progress'
      | 'resume'
    > {
  /** Each once. */
  readonly files: readonly string[];
  /** Undefined: as the program says, or else the default. */
  readonly models: readonly ModelName[] | undefined;
  /** Seconds for all programs and models together. */
  readonly maxTime: number;
  /** Of each program under each model. */
  readonly maxExecutions: number | undefined;
}

/** The command line, with a configuration file for what it leaves open of how programs are made. */
export async function readTestRequest(args: readonly string[], folder = ''): Promise<TestRequest | 'help'> {
  const asked = await requested('test', args, folder);
  if (asked.help) return 'help';
  const { given, values } = asked;
  if (values.resume !== undefined) {
    checkResume('test', given, values.resume);
    return { ...testRequestOf(values), files: [] };
  }
  if (given.flags.has('all') && values.seeds === undefined)
    throw usageError('--all goes with --seeds only', 'leave it out');
  if (given.values.has('seed') && values.seeds !== undefined) {
    throw usageError('--seed does not go with --seeds', 'leave one of them out');
  }
  const request = testRequestOf(values);
  if (request.files.length === 0) throw usageError('no file given', 'try fencepost test --help');
  return request;
}

/** Only what belongs to a request. */
export function testRequestOf(values: OptionValues): TestRequest {
  const {
    files = [],
    testModels,
    models,
    testTime,
    testExecutions,
    testMethod,
    testFormat,
    length,
    maxMemory,
  } = values;
  const { seed, seeds, all, allowRelaxed, unroll, spurious, failOnExit, daemons, include, exclude, compiler, jobs } =
    values;
  const { testCases, compileCommands, colour, config, noConfig, progress, resume } = values;
  checkLength(length, testMethod);
  return {
    ...{ files, models: testModels ?? testedAmong(models), maxTime: testTime, maxExecutions: testExecutions },
    ...{ testMethod, testFormat, length, seed, seeds, all, allowRelaxed },
    ...{ unroll, spurious, failOnExit, daemons, include, exclude, compiler, testCases, compileCommands },
    ...{ volatile: values.volatile },
    ...{ jobs, maxMemory, colour, config, noConfig, progress, resume },
  };
}

/** Tests that are resumed keep their options; limits and output are those given now. */
export function resumedTests(before: TestRequest, asked: TestRequest): TestRequest {
  const allowRelaxed = asked.allowRelaxed || before.allowRelaxed;
  return { ...before, ...resumable('test', asked), maxTime: asked.maxTime, allowRelaxed };
}

function checkLength(length: number | undefined, method: TestRequest['testMethod']): void {
  if (length === undefined) return;
  if (method !== 'active') throw usageError('--length is for --method active only', 'leave one of them out');
  if (length % 2 === 0) return;
  throw usageError(`--length takes an even number, not ${length}`, 'a cycle is made of pairs of accesses: 4, 6, …');
}
