import { testSubmissionOf } from '../../cluster/test-submission.js';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { requested } from '../../options/resolve.js';
import { requestOf } from '../check/check-request.js';
import { clusterTestHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { testRequestOf } from '../test/test-request.js';
import { submitted } from './submitted.js';

/** `fencepost cluster test`. */
export async function clusterTestCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('cluster test', args);
  if (asked.help) {
    await io.out(clusterTestHelp());
    return OK;
  }
  const { values } = asked;
  const { files, models, testMethod: method, length, maxExecutions, testFormat: format } = testRequestOf(values);
  if (files.length === 0) throw usageError('no file given', 'try fencepost cluster test --help');
  const { seeds, wait } = values;
  if (seeds === undefined) throw usageError('no seeds given', 'agents divide them among themselves: --seeds 1-1000');
  const request = requestOf(values);
  const tests = {
    method,
    ...(length !== undefined && { length }),
    ...(maxExecutions !== undefined && { maxExecutions }),
  };
  const submission = await testSubmissionOf(files, { request, models, tests, seeds });
  return submitted(submission, wait ? { ...request, format, reports: [], files } : undefined, io);
}
