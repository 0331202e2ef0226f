import type { Database, Run } from '@fencepost/cluster';
import { testsOf, unreadable } from '@fencepost/cluster';
import type { TestReport } from '@fencepost/report';
import type { Bundle } from '../../cluster/bundle.js';
import { Unpacked } from '../../cluster/unpacked.js';
import { usageError } from '../../errors.js';
import { FOUND, OK } from '../../exit-codes.js';
import { testFormats } from '../../formats/formats.js';
import type { OutputOptions } from '../../options/output.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { TestPrinter } from '../test/print-tests.js';

/** Whether the programs of the run are tested rather than searched. */
export function isTestRun({ searches }: Run): boolean {
  return searches.some(({ seeds }) => seeds !== undefined);
}

/** Prints the output that `fencepost test` would print with the same seeds. */
export async function reportTests(
  database: Database,
  run: Run,
  bundle: Bundle,
  output: OutputOptions,
  io: Io,
): Promise<number> {
  if (!testFormats().some((name) => name === output.format) || output.reports.length > 0) {
    throw usageError('tests are printed as text or JSON only', 'use --format text or --format json, without --report');
  }
  const writer = new LineWriter(io, () => undefined);
  // The lines of the program are those that were submitted.
  const unpacked = await Unpacked.enter(bundle);
  const printer = new TestPrinter(output, bundle.request.search, io, writer, unpacked.textOf);
  try {
    let tests: TestReport[] = [];
    for (const [i, search] of run.searches.entries()) {
      tests.push(await testsOf(database, run, search));
      if (run.searches[i + 1]?.program === search.program) continue;
      await printer.tell(tests);
      tests = [];
    }
    await writer.flush();
  } catch (error) {
    // The shown executions contain data that agents wrote.
    throw unreadable(run, error);
  } finally {
    await unpacked.leave();
  }
  await printer.end();
  return printer.isFound ? FOUND : OK;
}
