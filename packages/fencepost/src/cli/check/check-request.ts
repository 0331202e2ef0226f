import { usageError } from '../../errors.js';
import { checkDistinct } from '../../formats/report-file.js';
import type { Asked } from '../../options/command-line.js';
import type { OutputOptions } from '../../options/output.js';
import { checkResume } from '../../options/resumed.js';
import type { RunOptions } from '../../options/run.js';
import type { CheckRequest } from '../../run/check-request.js';
import { withFiles } from '../../run/files-to-check.js';
import type { Io } from '../terminal/io.js';

/** The request of `fencepost check`: the search and its output. */
export interface CheckCommandRequest extends CheckRequest {
  readonly output: OutputOptions;
  /** Without files if `resume` is given: the saved run names them. */
  readonly run: RunOptions;
}

/** Returns the request; throws if its options contradict each other. */
export function checkRequestOf({ command, given, settings, values }: Asked<CheckCommandRequest>): CheckCommandRequest {
  const { run, search } = values;
  const { resume } = run;
  if (resume !== undefined) checkResume(command, given, resume);
  const files = resume === undefined ? run.files : given.positionals;
  // A configured bound for one method does not prevent the user from choosing the other method.
  const isOtherMethod = given.values.get('method') === 'graph' && !given.values.has('preemptions');
  const preemptions = isOtherMethod && settings.preemptions !== undefined ? undefined : search.preemptions;
  const request = { ...values, run: { ...run, files }, search: { ...search, preemptions } };
  checkTogether(request);
  return request;
}

/** Returns the request with its files, which may have to be found. */
export async function withCheckedFiles(
  request: CheckCommandRequest,
  io: Pick<Io, 'err'>,
): Promise<CheckCommandRequest> {
  const { run, output } = request;
  const whole = run.resume === undefined ? await withFiles(request, output.quiet ? () => undefined : io.err) : request;
  checkDistinct(output.reports, whole.run.files);
  return whole;
}

function checkTogether({ search: { method, races } }: CheckCommandRequest): void {
  if (races && method !== 'graph') {
    throw usageError('--races works with --method graph only', 'omit --method or --races');
  }
}
