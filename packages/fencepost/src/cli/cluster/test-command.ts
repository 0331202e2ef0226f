import { testSubmissionOf } from '../../cluster/test-submission.js';
import { usageError } from '../../errors.js';
import type { Asked } from '../../options/command-line.js';
import type { TestRequest } from '../test/test-request.js';
import type { SubmitOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { testRequestOf } from '../test/test-request.js';
import { submitted } from './submitted.js';

/** `fencepost cluster test`. */
export async function clusterTestCommand(
  asked: Asked<TestRequest & { readonly submit: SubmitOptions }>,
  io: Io,
): Promise<number> {
  const { submit, ...request } = testRequestOf(asked);
  const { models } = request.search;
  const { method, length, seeds } = request.tests;
  const { maxExecutions } = request.limits;
  const { files } = request.run;
  if (files.length === 0) throw usageError('no file given', 'try fencepost cluster test --help');
  if (seeds === undefined) throw usageError('no seeds given', 'agents share the seeds: --seeds 1-1000');
  const tests = {
    method,
    ...(length !== undefined && { length }),
    ...(maxExecutions !== undefined && { maxExecutions }),
  };
  const submission = await testSubmissionOf(files, { request, models, tests, seeds });
  return submitted(
    submission,
    submit.wait ? { ...request, output: { ...request.output, reports: [] } } : undefined,
    io,
  );
}
