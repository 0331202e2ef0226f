import { DEFAULT_EXPLORER } from '@fencepost/check';
import { endingsOf } from '@fencepost/core';
import { reportErrors } from '../terminal/report-errors.js';
import { Expectations } from './expectations.js';
import { findFiles, readText } from '../../files/files.js';
import type { Asked } from '../../options/command-line.js';
import type { LitmusOptions } from './options.js';
import type { Io } from '../terminal/io.js';
import { exploreTests } from './litmus-explore.js';
import { LitmusRun } from './litmus-run.js';
import { monitorTests } from './litmus-monitor.js';
import { readLitmusRequest } from './litmus-request.js';

/** Runs `fencepost litmus`. */
export async function litmusCommand(asked: Asked<{ readonly litmus: LitmusOptions }>, io: Io): Promise<number> {
  const request = readLitmusRequest(asked);
  const expectFile = request.method === 'graph' ? request.expectFile : undefined;
  const rows = expectFile === undefined ? undefined : readText(expectFile);
  const run = new LitmusRun(findFiles(request.paths, endingsOf('litmus')[0]!), request.jobs, request.maxTime, io);
  try {
    // The threads load tests while this thread reads the expectations.
    const loading = run.load(request.models, request.method === 'graph' ? request.explorer : DEFAULT_EXPLORER);
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
