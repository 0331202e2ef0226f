import { submissionOf } from '../../cluster/submission.js';
import { usageError } from '../../errors.js';
import { checkWritable } from '../check/report-files.js';
import type { Asked } from '../../options/command-line.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import type { SubmitOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { submitted } from './submitted.js';

/** `fencepost cluster submit`. */
export async function submitCommand(
  asked: Asked<CheckCommandRequest & { readonly submit: SubmitOptions }>,
  io: Io,
): Promise<number> {
  const { submit, run, ...request } = asked.values;
  const { files } = run;
  if (files.length === 0) throw usageError('no file given', 'try fencepost cluster submit --help');
  if (request.search.method !== 'graph') throw usageError('clusters support --method graph only', 'omit it');
  checkWritable(request.output.reports);
  const submission = await submissionOf(files, request);
  return submitted(submission, submit.wait ? request : undefined, io);
}
