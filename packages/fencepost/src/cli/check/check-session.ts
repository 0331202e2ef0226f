import { every } from '@fencepost/check';
import { FencepostError, isFencepostError, printableLines } from '@fencepost/core';
import type { CheckReport, ErrorReport, RepairReport, Report } from '@fencepost/report';
import { COMPILED_LANGUAGES, isWrittenIn } from '@fencepost/core/languages';
import { exitCodeOf, textReport } from '@fencepost/report';
import type { CheckCommandRequest } from './check-request.js';
import { wantsColour } from '../terminal/colour.js';
import { collect } from '../../errors.js';
import { areLimits, reportErrors } from '../terminal/report-errors.js';
import { INCONCLUSIVE, INPUT_ERROR, OK, exitCodeOfSignal } from '../../exit-codes.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { ProgramFacts } from '../../load/loaded-program.js';
import { Interrupted } from '../../supervise/ending.js';
import { Supervisor } from '../../supervise/supervisor.js';
import { linkerFor } from '../terminal/links.js';
import { SearchDisplay } from '../terminal/progress.js';
import type { RenderOptions } from '../../formats/format.js';
import { summary } from '../../formats/formats.js';
import { DEFAULT_WIDTH, render } from '../../formats/render.js';
import { writeReports } from './report-files.js';
import type { Checkpoint } from '../../run/checkpoint.js';
import { CHECKPOINT_MILLISECONDS } from '../../run/checkpoint.js';
import { errorReport, fileErrorReport } from '../../run/error-report.js';
import type { SavedProgram } from '../../run/saved-run.js';
import { shareOf } from '../../run/time-shares.js';
import type { Quotable } from '../../formats/source-lines.js';
import { sourceLines } from '../../formats/source-lines.js';
import { furtherSearch, quickRepair, taskFor, wantsRepair } from './quick-repair.js';
import { reportOf } from '../../run/report-of.js';

/** The results of a run. */
export interface CheckOutcome {
  readonly checks: readonly CheckReport[];
  /** The files that the programs were made from; those with errors, if they could not be loaded. */
  readonly reads: readonly string[];
  readonly isLoaded: boolean;
}

/** What became of loading some files. */
interface Loading {
  readonly programs: readonly ProgramFacts[];
  readonly errors: readonly FencepostError[];
  /** The files of the errors. */
  readonly refused: readonly string[];
  /** The exit code of a run that was interrupted before it had checked anything. */
  readonly interrupted?: number;
}

/** One run of the command: checks programs, shows the results, and saves the state needed to resume. */
export class CheckSession {
  private readonly request: CheckCommandRequest;
  private readonly io: Io;
  private readonly checkpoint: Checkpoint<CheckCommandRequest>;
  private readonly textOf: Quotable | undefined;
  private readonly style: RenderOptions;
  private readonly display: SearchDisplay;
  private readonly writer: LineWriter;
  private readonly supervisor: Supervisor;
  /** In terms of `performance.now()`, which counts from the start of the process. */
  private readonly deadline: number;
  private readonly programs: SavedProgram[] = [];
  /** Programs that have used up their share of the time, by number: they continue in the time that others leave. */
  private readonly open = new Map<number, ProgramFacts>();
  /** The number of the program that is being continued. */
  private again: number | undefined;
  private isInterrupted = false;
  private anyTold = false;
  /** The programs as saved by an earlier run, in the same order. */
  private before: readonly SavedProgram[] = [];
  private readonly isCheckpointDue = every(CHECKPOINT_MILLISECONDS);
  private readonly repairs: RepairReport[] = [];
  /** The files that the programs were made from. */
  private reads: readonly string[] = [];
  private isLoaded = false;
  private readonly errors: { readonly facts: ProgramFacts; readonly error: FencepostError }[] = [];
  /** Files that could not be loaded. They have already been reported. */
  private readonly refusals: ErrorReport[] = [];

  /** `textOf`: of the files that reports may quote; by default, those of this machine. */
  constructor(request: CheckCommandRequest, io: Io, checkpoint: Checkpoint<CheckCommandRequest>, textOf?: Quotable) {
    const { search, limits, output } = request;
    const { all, allowRelaxed } = search;
    this.request = request;
    this.io = io;
    this.checkpoint = checkpoint;
    this.textOf = textOf;
    this.style = {
      width: io.columns ?? DEFAULT_WIDTH,
      colour: wantsColour(output.colour, process.env, io.outIsTerminal),
      all,
      allowRelaxed,
      explain: output.explain,
      cost: output.costs !== undefined,
      quiet: output.quiet,
    };
    const isSilent = output.quiet && output.progress === 'auto';
    this.display = new SearchDisplay(io, { mode: isSilent ? 'none' : output.progress });
    this.writer = new LineWriter(io, () => this.display.clear());
    this.deadline = (io.started ?? performance.now()) + 1000 * (limits.maxTime ?? Infinity);
    this.supervisor = new Supervisor({
      ...{ request, deadline: this.deadline, tests: true },
      onProgress: (progress) => this.display.update(progress),
      onCheckpoint: (program) => this.keep(program),
    });
  }

  /** The results of the run so far, and the files that it read. */
  get outcome(): CheckOutcome {
    return { checks: this.checks, reads: this.reads, isLoaded: this.isLoaded };
  }

  /** `before`: the programs as saved by an earlier run. */
  async run(before: readonly SavedProgram[] | undefined): Promise<number> {
    this.before = before ?? [];
    const turns = turnsOf(this.request);
    let code = OK;
    try {
      for (const [i, files] of turns.entries()) {
        const loading = await this.load(files);
        if (loading.errors.length > 0) code = this.refuse(loading.refused, loading.errors);
        if (loading.interrupted !== undefined) return loading.interrupted;
        this.reads = [...this.reads, ...loading.programs.flatMap(({ reads }) => reads)];
        this.isLoaded ||= loading.programs.length > 0;
        for (const { warnings } of loading.programs) if (warnings !== undefined) this.io.err(printableLines(warnings));
        await this.interruptible(() => this.check(loading.programs, before !== undefined, turns.length - i));
      }
      await this.interruptible(() => this.goOn());
    } finally {
      this.supervisor.close();
    }
    return this.isLoaded ? this.conclude() : this.concludeUnloaded(code);
  }

  /** Loads the programs of these files. A file that cannot be loaded does not affect the others. */
  private async load(files: readonly string[]): Promise<Loading> {
    let code = INPUT_ERROR;
    const ignoreInterrupts = this.io.onInterrupt?.((signal = 'SIGINT') => {
      code = exitCodeOfSignal(signal);
      this.supervisor.interrupt();
    });
    try {
      const { loaded, errors, refused } = await collect(files, (file) => this.supervisor.load(file));
      return { programs: loaded.flat(), errors, refused };
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      // What has been checked is reported.
      if (this.isLoaded)
        return { programs: [], errors: [new FencepostError('TIME_LIMIT', error.message)], refused: files };
      this.io.err(`fencepost: ${error.message}\n`);
      return { programs: [], errors: [], refused: [], interrupted: code };
    } finally {
      ignoreInterrupts?.();
    }
  }

  /** Reports files that could not be loaded, and returns the exit code. */
  private refuse(files: readonly string[], errors: readonly FencepostError[]): number {
    this.reads = [...this.reads, ...errors.flatMap(filesOf)];
    this.refusals.push(...files.map((file, i) => fileErrorReport(file, errors[i]!)));
    return this.tellErrors(errors);
  }

  private async concludeUnloaded(code: number): Promise<number> {
    // Its readers know the verdict by the first word, and it says what could not be checked.
    if (this.request.output.format === 'agent')
      await this.io.out(await render(reportOf([], this.refusals), 'agent', this.style));
    return (await this.writeReports(reportOf([], this.refusals))) ? code : INPUT_ERROR;
  }

  /** `turns`: the number of files to check, if each is loaded when it is its turn. */
  private async check(programs: readonly ProgramFacts[], goesOn: boolean, turns: number): Promise<void> {
    for (const [i, facts] of programs.entries()) {
      this.display.begin(facts.source, facts.program.name);
      const left = (this.deadline - performance.now()) / 1000;
      const seconds = shareOf(programs.slice(i), this.request, left / turns, goesOn);
      await this.checkOne(facts, seconds, this.before[this.programs.length]);
      // Also saves between searches: many short ones are worth as much as a long one.
      if (this.isCheckpointDue()) this.keep();
    }
  }

  /** Searches, which an interrupt ends with their findings. */
  private async interruptible(search: () => Promise<void>): Promise<void> {
    const ignoreInterrupts = this.io.onInterrupt?.(() => {
      this.isInterrupted = true;
      this.supervisor.interrupt();
    });
    try {
      await search();
    } finally {
      await this.writer.flush();
      this.display.end();
      ignoreInterrupts?.();
    }
  }

  /** Checks one program. An error in it does not affect the others. */
  private async checkOne(facts: ProgramFacts, seconds: number, before: SavedProgram | undefined): Promise<void> {
    try {
      const kept = before !== undefined && wasChecked(before) ? before : undefined;
      const checked = await this.supervisor.check(facts, seconds, kept);
      this.programs.push(checked);
      if (this.couldGoOn(checked)) this.open.set(this.programs.length - 1, facts);
      else await this.conclusion(facts, checked);
    } catch (error) {
      // A run that cannot be resumed is left unchanged.
      if (!isFencepostError(error) || error.code === 'BAD_RESUME') throw error;
      this.errors.push({ facts, error });
      const { source, program, digest } = facts;
      this.programs.push({ source, program: program.name, digest, checks: [], saved: null });
    }
  }

  /** Whether the check stopped at its share of the time and can continue if others leave some. */
  private couldGoOn({ checks, saved }: SavedProgram): boolean {
    const isStopped = checks.some(({ incomplete }) => incomplete?.stoppedBy === 'time');
    return isStopped && saved !== null && !this.isInterrupted && this.deadline !== Infinity;
  }

  private async goOn(): Promise<void> {
    for (const [number, facts] of this.open) {
      const checked = this.programs[number]!;
      this.open.delete(number);
      const left = (this.deadline - performance.now()) / 1000;
      const isWorthwhile = left > WORTHWHILE_SECONDS && !this.isInterrupted;
      if (isWorthwhile) {
        this.again = number;
        this.display.begin(facts.source, facts.program.name);
        const seconds = shareOf([facts, ...this.open.values()], this.request, left, true);
        const further = await this.supervisor.check(facts, seconds, checked).catch((error: unknown) => {
          if (!isFencepostError(error)) throw error;
          return checked;
        });
        // A continued check that does not answer in time reports fewer executions than before.
        if (executionsOf(further) >= executionsOf(checked)) this.programs[number] = further;
      }
      await this.conclusion(facts, this.programs[number]!);
    }
    this.again = undefined;
  }

  private withPresent(program: SavedProgram): readonly SavedProgram[] {
    return this.again === undefined ? [...this.programs, program] : this.programs.with(this.again, program);
  }

  /** Reports a program as soon as it is checked. */
  private async conclusion(facts: ProgramFacts, checked: SavedProgram): Promise<void> {
    const further = await this.repair(facts, checked);
    await this.tell(checked);
    const { format, quiet } = this.request.output;
    if (further === undefined || format !== 'text' || quiet) return;
    await this.writer.line(`\n  fix     ${further}`);
  }

  private async conclude(): Promise<number> {
    const { format, quiet, open } = this.request.output;
    const isText = format === 'text';
    const report = reportOf(
      this.checks,
      [
        ...this.refusals,
        ...this.errors.map(({ facts: { source, program }, error }) => errorReport(source, program.name, error)),
      ],
      this.repairs,
    );
    if (isText && !quiet) await this.tellMore();
    const text = isText
      ? quiet
        ? ''
        : summary(report, this.style).join('\n')
      : await render(report, format, this.style, this.textOf);
    if (text !== '') await this.io.out(text.endsWith('\n') ? text : `${text}\n`);
    const written = await this.writeReports(report);
    if (open && written) await this.openPage();
    this.tellErrors(this.errors.map(({ error }) => error));
    if (this.refusals.length > 0 && format !== 'agent') this.io.err(notChecked(this.refusals));
    if (this.programs.some(({ saved }) => saved !== null)) this.offer();
    else this.checkpoint.remove();
    return written ? this.exitCode(report) : INPUT_ERROR;
  }

  /** Prints errors and returns the exit code. The report for agents has them: they would read both. */
  private tellErrors(errors: readonly FencepostError[]): number {
    const io = this.request.output.format === 'agent' ? { ...this.io, err: () => undefined } : this.io;
    return reportErrors(errors, io);
  }

  /** A file that was not loaded in time is not wrong input, but undecided. */
  private exitCode(report: Report): number {
    const isWrong = this.errors.length > 0 || !areLimits(this.refusals);
    if (isWrong) return exitCodeOf(report, this.request.search);
    const code = exitCodeOf({ checks: report.checks }, this.request.search);
    return code === OK && this.refusals.length > 0 ? INCONCLUSIVE : code;
  }

  /** Returns whether all could be written. */
  private writeReports(report: Report): Promise<boolean> {
    const style = { ...this.style, ...ON_PAPER };
    return writeReports(this.request.output.reports, (format) => render(report, format, style, this.textOf), this.io);
  }

  private async openPage(): Promise<void> {
    const { openPage, pageOf } = await import('./open-page.js');
    await openPage(pageOf(this.request.output.reports)!, this.io);
  }

  private get checks(): CheckReport[] {
    return this.programs.flatMap(({ checks }) => checks);
  }

  private async tell({ checks }: SavedProgram): Promise<void> {
    if (this.request.output.format !== 'text' || checks.length === 0) return;
    if (this.anyTold && !this.request.output.quiet) await this.writer.line('');
    this.anyTold = true;
    const sources = sourceLines(checks, this.textOf);
    const linked = linkerFor(this.io, checks[0]!.source, sources);
    for (const line of textReport(checks, sources, this.style, this.repairs)) await this.writer.styled(linked(line));
  }

  /** Looks for a repair. Returns the command with which to look longer, if that may find one. */
  private async repair(facts: ProgramFacts, checked: SavedProgram): Promise<string | undefined> {
    const { request, io } = this;
    const task = wantsRepair(request.output, io.outIsTerminal) ? taskFor(checked, request) : undefined;
    if (task === undefined || this.isInterrupted) return undefined;
    this.display.note('looking for a fix');
    const repair = await quickRepair(this.supervisor, facts, task, this.deadline);
    this.display.clear();
    if (typeof repair === 'object') this.repairs.push(repair);
    return furtherSearch(repair, checked, task);
  }

  /** On a terminal: names the options that show more about the findings. */
  private async tellMore(): Promise<void> {
    const { output } = this.request;
    const found = this.checks.flatMap(({ failures, violations }) => [...failures, ...violations]);
    if (!this.io.outIsTerminal || found.every(({ counterexample }) => counterexample === null)) return;
    const isProvable = found.some(({ counterexample }) => (counterexample?.cycle.length ?? 0) > 0);
    const more = [
      ...(output.explain || !isProvable ? [] : ['--explain (why SC forbids it)']),
      ...(output.reports.some(({ format }) => format === 'html')
        ? []
        : ['--report html=report.html (step through it)']),
    ];
    if (more.length > 0) await this.io.out(`    more    ${more.join(' · ')}\n`);
  }

  /** Saves the state of the run. `present`: the state of the program that is being checked. */
  private keep(present?: SavedProgram): void {
    const begun = present === undefined ? this.programs : this.withPresent(present);
    // Keeps the saved state of programs that this run has not reached yet.
    this.checkpoint.write([...begun, ...this.before.slice(begun.length)]);
  }

  private offer(): void {
    this.keep();
    this.io.err(this.checkpoint.offer);
  }
}

/** Returns the files that an error names: its place, or those of which the compiler complains. */
function filesOf(error: FencepostError): string[] {
  const said = 'compilerOutput' in error ? String(error.compilerOutput) : '';
  const complained = [...said.matchAll(/^([^\s:][^:\n]*):\d+:\d+: (?:fatal )?error:/gm)].map(([, file]) => file!);
  return [...(error.site === undefined ? [] : [error.site.file]), ...complained];
}

/**
 * Programs that could not be checked are tried again. While a search runs it has no reports, but it has a saved state.
 */
function wasChecked({ checks, saved }: SavedProgram): boolean {
  return checks.length > 0 || saved !== null;
}

/**
 * Returns the files to load together. With a time limit, each one to be compiled is compiled when it is its turn: else
 * compilers could take all of the time.
 */
function turnsOf({ run: { files }, limits }: CheckCommandRequest): readonly (readonly string[])[] {
  const areCompiled = files.every((file) => isWrittenIn(file, COMPILED_LANGUAGES));
  return limits.maxTime !== undefined && areCompiled ? files.map((file) => [file]) : [files];
}

/** The last line, as the errors are far above it. */
function notChecked(refusals: readonly ErrorReport[]): string {
  return printableLines(`fencepost: not checked: ${refusals.map(({ source }) => source).join(', ')}\n`);
}

/** With less time left, a program is not continued. */
const WORTHWHILE_SECONDS = 0.2;

function executionsOf({ checks }: SavedProgram): number {
  return checks.reduce((sum, { executions, blocked }) => sum + executions + blocked, 0);
}

/** Files are not formatted for a terminal. */
const ON_PAPER = { width: DEFAULT_WIDTH, colour: false } as const;
