import type { CheckCommandRequest } from './check-request.js';
import { resumedRequest, readCheckRequest } from './check-request.js';
import { CheckSession } from './check-session.js';
import { OK } from '../../exit-codes.js';
import { checkHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { checkWritable } from './report-files.js';
import { Checkpoint } from '../../run/checkpoint.js';
import { loadRun } from '../../run/resuming.js';

/** `fencepost check`. */
export async function checkCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await readCheckRequest(args);
  if (asked === 'help') {
    await io.out(checkHelp());
    return OK;
  }
  const before = asked.resume === undefined ? undefined : loadRun<CheckCommandRequest>('check', asked.resume);
  const request = before === undefined ? asked : resumedRequest(before.request, asked);
  const checkpoint = new Checkpoint('check', request, io.err, before?.token);
  try {
    checkWritable(request.reports);
    return await new CheckSession(request, io, checkpoint).run(before?.kept);
  } finally {
    checkpoint.close();
  }
}
