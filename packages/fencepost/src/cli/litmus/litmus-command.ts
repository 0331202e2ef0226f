import { reportErrors } from '../terminal/report-errors.js';
import { OK } from '../../exit-codes.js';
import { Expectations } from './expectations.js';
import { findFiles, readText } from '../../files/files.js';
import { explorerLines } from './explorer-lines.js';
import { litmusHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { exploreTests } from './litmus-explore.js';
import { LitmusRun } from './litmus-run.js';
import { monitorTests } from './litmus-monitor.js';
import { readLitmusRequest } from './litmus-request.js';

/** `fencepost litmus`. */
export async function litmusCommand(args: readonly string[], io: Io): Promise<number> {
  const request = await readLitmusRequest(args);
  if (request === 'help') {
    await io.out(litmusHelp(explorerLines()));
    return OK;
  }
  const expectFile = request.method === 'graph' ? request.expectFile : undefined;
  const rows = expectFile === undefined ? undefined : readText(expectFile);
  const run = new LitmusRun(findFiles(request.paths, '.litmus'), request.jobs, request.maxTime, io);
  try {
    // The threads load tests at the same time.
    const loading = run.load(request.models);
    const expectations = expectFile === undefined ? undefined : new Expectations(rows!, expectFile);
    const tests = await loading;
    if (tests.errors.length > 0) return reportErrors(tests.errors, io);
    return await (request.method === 'graph'
      ? exploreTests(run, tests, request, expectations, io)
      : monitorTests(run, tests.names, request, io));
  } finally {
    run.close();
  }
}
