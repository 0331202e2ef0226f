import type { FencepostError } from '@fencepost/core';
import { REFERENCE_MODEL, defaultModels, isFencepostError, printableLines } from '@fencepost/core';
import type { TestReport } from '@fencepost/report';
import { counted } from '@fencepost/report';
import { usageError } from '../../errors.js';
import { reportErrors } from '../terminal/report-errors.js';
import { FOUND, INCONCLUSIVE, OK, exitCodeOfSignal } from '../../exit-codes.js';
import { testHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { TestPrinter } from './print-tests.js';
import { TestDisplay } from './test-display.js';
import type { TestRequest } from './test-request.js';
import { readTestRequest } from './test-request.js';
import type { OnTestProgress, Pair, Tested } from './test-run.js';
import { TestRun } from './test-run.js';
import { testWithSeeds } from './test-seeds.js';
import { Interrupted } from '../../supervise/ending.js';
import { errorReport } from '../../run/error-report.js';

/** `fencepost test`. */
export async function testCommand(args: readonly string[], io: Io): Promise<number> {
  const request = await readTestRequest(args);
  if (request === 'help') {
    await io.out(testHelp());
    return OK;
  }
  const run = new TestRun(request, io);
  try {
    const { pairs, errors } = await plan(run, request, io);
    if (errors.length > 0) return reportErrors(errors, io);
    return await new TestSession(request, io).run(run, pairs);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.err(`fencepost: ${error.message}\n`);
    return exitCodeOfSignal(run.interruptedBy!);
  } finally {
    run.close();
  }
}

/** All programs of all files, each under all its models. Throws if it is interrupted. */
async function plan(
  run: TestRun,
  { files, models }: TestRequest,
  io: Io,
): Promise<{ readonly pairs: readonly Pair[]; readonly errors: readonly FencepostError[] }> {
  const pairs: Pair[] = [];
  const errors: FencepostError[] = [];
  const warnings: string[] = [];
  let i = 0;
  for await (const loaded of run.load()) {
    const source = files[i++]!;
    if (loaded === undefined) throw new Interrupted(source);
    if (isFencepostError(loaded)) errors.push(loaded);
    else {
      for (const [index, program] of loaded.entries()) {
        if (program.warnings !== undefined) warnings.push(program.warnings);
        const chosen = models ?? program.models ?? defaultModels('test');
        pairs.push(...chosen.map((model) => ({ source, index, program, model })));
        if (chosen.length > 0) continue;
        warnings.push(`${source}: ${program.name} is to be checked under ${REFERENCE_MODEL} only, and is not tested\n`);
      }
    }
  }
  if (errors.length > 0) return { pairs, errors };
  for (const warning of warnings) io.err(printableLines(warning));
  if (pairs.length === 0)
    throw usageError('there is nothing to test', `choose models: --model ${defaultModels('test').join(',')}`);
  return { pairs, errors };
}

/** One run of the command. */
class TestSession {
  private readonly request: TestRequest;
  private readonly io: Io;
  private readonly display: TestDisplay;
  private readonly writer: LineWriter;
  private readonly printer: TestPrinter;
  /** Programs and models that were not tested, as somebody has interrupted it. */
  private notBegun = 0;
  private readonly errors: { readonly pair: Pair; readonly error: FencepostError }[] = [];

  constructor(request: TestRequest, io: Io) {
    this.request = request;
    this.io = io;
    this.display = new TestDisplay(io);
    this.writer = new LineWriter(io, () => this.display.clear());
    this.printer = new TestPrinter(request, io, this.writer);
  }

  async run(run: TestRun, pairs: readonly Pair[]): Promise<number> {
    try {
      let done: TestReport[] = [];
      let i = 0;
      for await (const { test, error } of this.tests(run, pairs)) {
        const pair = pairs[i++]!;
        const { source, index } = pair;
        const next = pairs[i];
        if (test !== undefined) done.push(test);
        // A program that turns out to be wrong says nothing about the others.
        if (error !== undefined) this.errors.push({ pair, error });
        else if (test === undefined) this.notBegun++;
        if (next?.source === source && next.index === index) continue;
        await this.printer.tell(done);
        done = [];
      }
    } finally {
      await this.writer.flush();
      this.display.clear();
    }
    const { notBegun } = this;
    if (notBegun > 0) this.io.err(`fencepost: interrupted before ${counted(notBegun, 'more test')} began\n`);
    const errors = distinctErrors(this.errors);
    await this.printer.end(errors.map(({ pair, error }) => errorReport(pair.source, pair.program.name, error)));
    if (errors.length === 0) return this.exitCode(run);
    const code = reportErrors(
      errors.map(({ error }) => error),
      this.io,
    );
    return code === INCONCLUSIVE && this.printer.isFound ? FOUND : code;
  }

  private tests(run: TestRun, pairs: readonly Pair[]): AsyncGenerator<Tested, void, void> {
    const { seeds, all } = this.request;
    const onProgress: OnTestProgress = (...progress) => this.display.update(...progress);
    return seeds === undefined ? run.tests(pairs, onProgress) : testWithSeeds(run, pairs, { seeds, all, onProgress });
  }

  private exitCode({ interruptedBy }: TestRun): number {
    const { notBegun } = this;
    const { tests, isFound } = this.printer;
    if (isFound) return FOUND;
    const tested = tests.filter(({ executions }) => executions > 0).length;
    if (tested === 0 && interruptedBy !== undefined) return exitCodeOfSignal(interruptedBy);
    // That nothing was found says nothing about what was not run.
    return tested === tests.length && notBegun === 0 ? OK : INCONCLUSIVE;
  }
}

/** One for each program: it is wrong whatever the model. */
function distinctErrors<E extends { readonly pair: Pair }>(errors: readonly E[]): E[] {
  return errors.filter(
    ({ pair }, i) => pair.source !== errors[i - 1]?.pair.source || pair.index !== errors[i - 1]?.pair.index,
  );
}
