import type { Database, Run, RunSearch } from '@fencepost/cluster';
import { tallyOf } from '@fencepost/cluster';
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
  const printer = new TestPrinter(output, bundle.request.search, io, writer);
  // Source lines come from the submitted files.
  const unpacked = await Unpacked.enter(bundle);
  try {
    let tests: TestReport[] = [];
    for (const [i, search] of run.searches.entries()) {
      tests.push((await tallyOf(database, run, search)).report(firstSeed(search)));
      if (run.searches[i + 1]?.program === search.program) continue;
      await printer.tell(tests);
      tests = [];
    }
    await writer.flush();
  } finally {
    await unpacked.leave();
  }
  await printer.end();
  return printer.isFound ? FOUND : OK;
}

function firstSeed({ seeds }: RunSearch): number {
  return seeds![0];
}
