import type { FencepostError } from '@fencepost/core';
import { every, seedsIn } from '@fencepost/check';
import { REFERENCE_MODEL, defaultModels, isFencepostError, printableJson, printableLines } from '@fencepost/core';
import type { TestReport } from '@fencepost/report';
import { counted } from '@fencepost/report';
import { usageError } from '../../errors.js';
import { reportErrors } from '../terminal/report-errors.js';
import { FOUND, INCONCLUSIVE, OK, exitCodeOfSignal } from '../../exit-codes.js';
import type { Asked } from '../../options/command-line.js';
import { resumedValues } from '../../options/resumed.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import { TestPrinter } from './print-tests.js';
import { TestDisplay } from './test-display.js';
import type { TestRequest } from './test-request.js';
import { readTestRequest } from './test-request.js';
import type { OnTestProgress, Pair, Tested } from './test-run.js';
import { TestRun } from './test-run.js';
import type { KeptSeeds, SeedsProgress } from './test-seeds.js';
import { testWithSeeds } from './test-seeds.js';
import { Interrupted } from '../../supervise/ending.js';
import { CHECKPOINT_MILLISECONDS, Checkpoint } from '../../run/checkpoint.js';
import { withFiles } from '../../run/files-to-check.js';
import { errorReport } from '../../run/error-report.js';
import { changedSince, loadRun } from '../../run/resuming.js';

/** Runs `fencepost test`. */
export async function testCommand(asked: Asked<TestRequest>, io: Io): Promise<number> {
  const read = readTestRequest(asked);
  const { resume } = read.run;
  const now = resume === undefined ? await withFiles(read, io.err) : read;
  const before = resume === undefined ? undefined : loadRun<TestRequest, KeptTests>('test', resume);
  const request = before === undefined ? now : resumedTests(asked, before.request, now);
  const checkpoint = new Checkpoint<TestRequest, KeptTests>('test', request, io.err, before?.token);
  const run = new TestRun(request, io);
  try {
    const { pairs, errors } = await plan(run, request, io);
    if (errors.length > 0) return reportErrors(errors, io);
    const digests = pairs.map(({ program }) => program.digest);
    const changed = before?.kept.digests.findIndex((digest, i) => digest !== digests[i]) ?? -1;
    if (changed >= 0) throw changedSince(pairs[changed]?.source ?? request.run.files[0]!);
    return await new TestSession(request, io, checkpoint, digests).run(run, pairs, before?.kept.seeds);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.err(`fencepost: ${error.message}\n`);
    return exitCodeOfSignal(run.interruptedBy!);
  } finally {
    run.close();
    checkpoint.close();
  }
}

/** Resumed tests keep their original options; limits and output are those given now. */
function resumedTests({ command }: Asked<TestRequest>, before: TestRequest, now: TestRequest): TestRequest {
  const { search, ...rest } = resumedValues(command, before, now);
  return { ...rest, search: { ...search, allowRelaxed: now.search.allowRelaxed || before.search.allowRelaxed } };
}

/** The saved state of a run with many seeds. */
interface KeptTests {
  /** Digests of the programs, by pair. */
  readonly digests: readonly string[];
  readonly seeds: KeptSeeds;
}

const JSON_MILLISECONDS = 200;

/** Loads all programs of all files, each with all its models. Throws if it is interrupted. */
async function plan(
  testing: TestRun,
  { run: { files }, search: { models } }: TestRequest,
  io: Io,
): Promise<{ readonly pairs: readonly Pair[]; readonly errors: readonly FencepostError[] }> {
  const pairs: Pair[] = [];
  const errors: FencepostError[] = [];
  const warnings: string[] = [];
  let i = 0;
  for await (const loaded of testing.load()) {
    const source = files[i++]!;
    if (loaded === undefined) throw new Interrupted(source);
    if (isFencepostError(loaded)) errors.push(loaded);
    else {
      for (const [index, program] of loaded.entries()) {
        if (program.warnings !== undefined) warnings.push(program.warnings);
        const chosen = models ?? program.models ?? defaultModels('test');
        pairs.push(...chosen.map((model) => ({ source, index, program, model })));
        if (chosen.length > 0) continue;
        warnings.push(`${source}: ${program.name} is checked under ${REFERENCE_MODEL} only, so it is not tested\n`);
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
  /** Number of programs and models that were not tested because the run was interrupted. */
  private notBegun = 0;
  private readonly errors: { readonly pair: Pair; readonly error: FencepostError }[] = [];

  private readonly checkpoint: Checkpoint<TestRequest, KeptTests>;
  private readonly digests: readonly string[];
  private readonly isCheckpointDue = every(CHECKPOINT_MILLISECONDS);
  private readonly isProgressDue = every(JSON_MILLISECONDS);
  private save: (() => KeptSeeds) | undefined;

  constructor(
    request: TestRequest,
    io: Io,
    checkpoint: Checkpoint<TestRequest, KeptTests>,
    digests: readonly string[],
  ) {
    this.checkpoint = checkpoint;
    this.digests = digests;
    this.request = request;
    this.io = io;
    this.display = new TestDisplay(io);
    this.writer = new LineWriter(io, () => this.display.clear());
    this.printer = new TestPrinter(request.output, request.search, io, this.writer);
  }

  async run(run: TestRun, pairs: readonly Pair[], before?: KeptSeeds): Promise<number> {
    try {
      let done: TestReport[] = [];
      let i = 0;
      for await (const { test, error } of this.tests(run, pairs, before)) {
        const pair = pairs[i++]!;
        const { source, index } = pair;
        const next = pairs[i];
        if (test !== undefined) done.push(test);
        // An error in one program does not affect the others.
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
    this.conclude(pairs);
    if (errors.length === 0) return this.exitCode(run);
    const code = reportErrors(
      errors.map(({ error }) => error),
      this.io,
    );
    return code === INCONCLUSIVE && this.printer.isFound ? FOUND : code;
  }

  private tests(run: TestRun, pairs: readonly Pair[], before?: KeptSeeds): AsyncGenerator<Tested, void, void> {
    const { tests, search, output } = this.request;
    const { seeds } = tests;
    const { all } = search;
    const { progress: mode } = output;
    const onProgress: OnTestProgress = (...progress) => {
      if (mode === 'auto') this.display.update(...progress);
    };
    if (seeds === undefined) return run.tests(pairs, onProgress);
    const onSeed = (progress: SeedsProgress, save: () => KeptSeeds): void => {
      this.save = save;
      if (mode === 'json' && (progress.isLast || this.isProgressDue())) this.io.err(seedsLine(progress));
      if (this.isCheckpointDue()) this.keep(save());
    };
    return testWithSeeds(run, pairs, { seeds, all, onProgress, before, onSeed });
  }

  private keep(seeds: KeptSeeds): void {
    this.checkpoint.write({ digests: this.digests, seeds });
  }

  /** Offers to resume if seeds are left to test. */
  private conclude(pairs: readonly Pair[]): void {
    const kept = this.save?.();
    if (kept !== undefined && kept.done < pairs.length * seedsIn(this.request.tests.seeds!)) {
      this.keep(kept);
      this.io.err(this.checkpoint.offer);
    } else this.checkpoint.remove();
  }

  private exitCode({ interruptedBy }: TestRun): number {
    const { notBegun } = this;
    const { tests, isFound } = this.printer;
    if (isFound) return FOUND;
    const tested = tests.filter(({ executions }) => executions > 0).length;
    if (tested === 0 && interruptedBy !== undefined) return exitCodeOfSignal(interruptedBy);
    // Finding nothing proves nothing about tests that were not run.
    return tested === tests.length && notBegun === 0 ? OK : INCONCLUSIVE;
  }
}

/** Returns a line in the format of `check --progress json`. */
function seedsLine({ pair, seeds, executions, resumed }: SeedsProgress): string {
  const { source, program, model } = pair;
  return `${printableJson({ progress: { program: program.name, source, model, executions, resumed, seeds } })}\n`;
}

/** Returns one error for each program: it occurs under every model. */
function distinctErrors<E extends { readonly pair: Pair }>(errors: readonly E[]): E[] {
  return errors.filter(
    ({ pair }, i) => pair.source !== errors[i - 1]?.pair.source || pair.index !== errors[i - 1]?.pair.index,
  );
}
