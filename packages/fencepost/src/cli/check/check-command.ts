import type { Asked } from '../../options/command-line.js';
import { resumedValues } from '../../options/resumed.js';
import { Checkpoint } from '../../run/checkpoint.js';
import { loadRun } from '../../run/resuming.js';
import { isReadByAgent } from '../terminal/agent.js';
import type { Io } from '../terminal/io.js';
import type { CheckCommandRequest } from './check-request.js';
import { checkRequestOf, withCheckedFiles } from './check-request.js';
import { CheckSession } from './check-session.js';
import { checkWritable } from './report-files.js';

/** Runs `fencepost check`. */
export async function checkCommand(asked: Asked<CheckCommandRequest>, io: Io): Promise<number> {
  const now = await withCheckedFiles(forReader(checkRequestOf(asked), asked, io), io);
  const { resume } = now.run;
  const before = resume === undefined ? undefined : loadRun<CheckCommandRequest>('check', resume);
  const request = before === undefined ? now : resumedRequest(asked, before.request, now);
  const checkpoint = new Checkpoint('check', request, io.err, before?.token);
  try {
    const opening = request.output.open ? await withOpenedPage(request) : request;
    checkWritable(opening.output.reports);
    return await new CheckSession(opening, io, checkpoint).run(before?.kept);
  } finally {
    checkpoint.close();
  }
}

/** A coding agent gets its format, unless the command line asks for another, or for more or less text. */
export function forReader(
  request: CheckCommandRequest,
  { given }: Asked<CheckCommandRequest>,
  { environment }: Io,
): CheckCommandRequest {
  const { output } = request;
  if (given.values.has('format') || output.quiet || output.explain || !isReadByAgent(environment)) return request;
  return { ...request, output: { ...output, format: 'agent' } };
}

/** A resumed search keeps its original options; limits and output are those given now. */
function resumedRequest(
  { command }: Asked<CheckCommandRequest>,
  before: CheckCommandRequest,
  now: CheckCommandRequest,
): CheckCommandRequest {
  const { search, ...rest } = resumedValues(command, before, now);
  return { ...rest, search: { ...search, allowRelaxed: now.search.allowRelaxed || before.search.allowRelaxed } };
}

/** Has the page written that is to be opened. */
export async function withOpenedPage(request: CheckCommandRequest): Promise<CheckCommandRequest> {
  const { withPage } = await import('./open-page.js');
  return { ...request, output: { ...request.output, reports: withPage(request.output.reports) } };
}
