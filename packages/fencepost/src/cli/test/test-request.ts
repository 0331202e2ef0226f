import { usageError } from '../../errors.js';
import type { Asked } from '../../options/command-line.js';
import { testedAmong } from '../../options/models.js';
import type { OutputOptions } from '../../options/output.js';
import { checkResume } from '../../options/resumed.js';
import type { RunOptions } from '../../options/run.js';
import type { CheckRequest } from '../../run/check-request.js';
import type { TestsOptions } from './options.js';

/** The request of `fencepost test`. */
export interface TestRequest extends CheckRequest {
  /** Options for choosing executions. */
  readonly tests: TestsOptions;
  readonly output: OutputOptions;
  readonly run: RunOptions;
}

/** Returns the request; throws if its options contradict each other. */
export function readTestRequest(asked: Asked<TestRequest>): TestRequest {
  const { command, given, values } = asked;
  const { resume } = values.run;
  const { seeds } = values.tests;
  if (resume !== undefined) {
    checkResume(command, given, resume);
    return { ...testRequestOf(asked), run: { ...values.run, files: [] } };
  }
  if (given.flags.has('all') && seeds === undefined) throw usageError('--all needs --seeds', 'omit it');
  if (given.values.has('seed') && seeds !== undefined) {
    throw usageError('--seed cannot be combined with --seeds', 'omit one of them');
  }
  return testRequestOf(asked);
}

/** Returns the request, with only those configured models that can be tested. */
export function testRequestOf<Request extends TestRequest>({ given, values }: Asked<Request>): Request {
  const { search, tests } = values;
  checkLength(tests);
  const models = given.values.has('model') ? search.models : testedAmong(search.models);
  return { ...values, search: { ...search, models } };
}

function checkLength({ length, method }: TestsOptions): void {
  if (length === undefined) return;
  if (method !== 'active') throw usageError('--length is for --method active only', 'omit one of them');
  if (length % 2 === 0) return;
  throw usageError(`--length takes an even number, not ${length}`, 'a cycle is made of pairs of accesses: 4, 6, …');
}
