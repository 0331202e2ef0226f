import { submissionOf } from '../../cluster/submission.js';
import { usageError } from '../../errors.js';
import { OK } from '../../exit-codes.js';
import { requested } from '../../options/resolve.js';
import { requestOf } from '../check/check-request.js';
import { checkWritable } from '../check/report-files.js';
import { clusterSubmitHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { submitted } from './submitted.js';

/** `fencepost cluster submit`. */
export async function submitCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await requested('cluster submit', args);
  if (asked.help) {
    await io.out(clusterSubmitHelp());
    return OK;
  }
  const { values } = asked;
  const { files = [] } = values;
  if (files.length === 0) throw usageError('no file given', 'try fencepost cluster submit --help');
  const request = requestOf(values);
  if (request.method !== 'graph') throw usageError('a cluster explores with --method graph only', 'leave it out');
  checkWritable(request.reports);
  const submission = await submissionOf(files, request);
  return submitted(submission, values.wait ? { ...request, files } : undefined, io);
}
