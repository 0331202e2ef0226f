import { collect } from '../../errors.js';
import { reportErrors } from '../terminal/report-errors.js';
import { INPUT_ERROR, OK } from '../../exit-codes.js';
import { Expectations } from './expectations.js';
import { findFiles, readText } from '../../files/files.js';
import { litmusHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { exploreTests } from './litmus-explore.js';
import { loadTest } from '../../load/litmus-files.js';
import { monitorTests } from './litmus-monitor.js';
import { readLitmusRequest } from './litmus-request.js';

/** `fencepost litmus`. */
export async function litmusCommand(args: readonly string[], io: Io): Promise<number> {
  const request = await readLitmusRequest(args);
  if (request === 'help') {
    await io.out(litmusHelp());
    return OK;
  }
  const expectFile = request.method === 'graph' ? request.expectFile : undefined;
  const expectations = expectFile === undefined ? undefined : new Expectations(readText(expectFile), expectFile);
  const { loaded, errors } = await collect(findFiles(request.paths, '.litmus'), loadTest);
  if (errors.length > 0) {
    reportErrors(errors, io);
    return INPUT_ERROR;
  }
  return request.method === 'graph'
    ? exploreTests(loaded, request, expectations, io)
    : monitorTests(loaded, request, io);
}
