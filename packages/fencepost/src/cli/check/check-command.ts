import { printableLines } from '@fencepost/core';
import type { CheckReport, Report } from '@fencepost/report';
import { exitCodeOf, textReport } from '@fencepost/report';
import type { Stop } from '@fencepost/check';
import type { CheckCommandRequest } from './check-request.js';
import { goingOn, readCheckRequest } from './check-request.js';
import { CheckRun } from '../../run/check-run.js';
import { wantsColour } from '../terminal/colour.js';
import { collect } from '../../errors.js';
import { reportErrors } from '../terminal/report-errors.js';
import { INPUT_ERROR, OK } from '../../exit-codes.js';
import { checkHelp } from '../terminal/help.js';
import type { Io } from '../terminal/io.js';
import { LineWriter } from '../terminal/io.js';
import type { LoadedProgram } from '../../load/loaded-program.js';
import { loadPrograms } from '../../load/programs.js';
import { SearchDisplay } from '../terminal/progress.js';
import type { RenderOptions } from '../../formats/format.js';
import { summary } from '../../formats/formats.js';
import { DEFAULT_WIDTH, render } from '../../formats/render.js';
import { checkWritable, writeReports } from './report-files.js';
import { Checkpoint } from '../../run/checkpoint.js';
import type { ResumedRun } from '../../run/resuming.js';
import { loadRun } from '../../run/resuming.js';
import { sourceLines } from '../../formats/source-lines.js';
import { version } from '../../run/version.js';

/** `fencepost check`. */
export async function checkCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = await readCheckRequest(args);
  if (asked === 'help') {
    await io.out(checkHelp());
    return OK;
  }
  const before = asked.resume === undefined ? undefined : loadRun<CheckCommandRequest>(asked.resume);
  const request = before === undefined ? asked : goingOn(before.request, asked);
  const checkpoint = new Checkpoint(request, io.err, before?.token);
  try {
    return await checkFiles(request, io, checkpoint, before);
  } finally {
    checkpoint.close();
  }
}

async function checkFiles(
  request: CheckCommandRequest,
  io: Io,
  checkpoint: Checkpoint<CheckCommandRequest>,
  before: ResumedRun<unknown> | undefined,
): Promise<number> {
  checkWritable(request.reports);
  const { loaded, errors } = await collect(request.files, (file) => loadPrograms(file, request));
  if (errors.length > 0) {
    reportErrors(errors, io);
    return INPUT_ERROR;
  }
  const programs = loaded.flat();
  for (const { warnings } of programs) if (warnings !== undefined) io.err(printableLines(warnings));
  return new CheckSession(request, io, checkpoint).run(programs, before);
}

/** One run of the command: checks, shows, keeps what is needed to go on. */
class CheckSession {
  private readonly request: CheckCommandRequest;
  private readonly io: Io;
  private readonly checkpoint: Checkpoint<CheckCommandRequest>;
  private readonly style: RenderOptions;
  private readonly stop: Stop = { reason: undefined };
  private readonly display: SearchDisplay;
  private readonly writer: LineWriter;
  private readonly checks: CheckReport[] = [];

  constructor(request: CheckCommandRequest, io: Io, checkpoint: Checkpoint<CheckCommandRequest>) {
    const { all, allowRelaxed, colour } = request;
    this.request = request;
    this.io = io;
    this.checkpoint = checkpoint;
    this.style = {
      width: io.columns ?? DEFAULT_WIDTH,
      colour: wantsColour(colour, process.env, io.outIsTerminal),
      all,
      allowRelaxed,
    };
    this.display = new SearchDisplay(io, { mode: request.progress, resumed: request.resume !== undefined });
    this.writer = new LineWriter(io, () => this.display.clear());
  }

  async run(programs: readonly LoadedProgram[], before: ResumedRun<unknown> | undefined): Promise<number> {
    const { format, reports } = this.request;
    const ignoreInterrupts = this.io.onInterrupt?.(() => {
      this.stop.reason = 'interrupt';
    });
    const run = new CheckRun(this.request, this.stop, (progress) => this.display.update(progress), true);
    try {
      for (const [i, loaded] of programs.entries()) {
        this.display.begin(loaded.source, loaded.program.name);
        const checks = await run.check(loaded, before?.programs[i]);
        await this.tell(checks);
      }
    } finally {
      // What has been found out is shown even if a later program turns out to be wrong.
      await this.writer.flush();
      this.display.end();
      ignoreInterrupts?.();
    }
    const report: Report = { version: 1, tool: `fencepost ${version()}`, checks: this.checks };
    const text = format === 'text' ? summary(report, this.style).join('\n') : await render(report, format, this.style);
    if (text !== '') await this.io.out(text.endsWith('\n') ? text : `${text}\n`);
    if (format === 'text' && this.io.outIsTerminal && this.couldBeDrawn()) {
      await this.io.out('\nTo see it drawn, and step through it: --report html=fencepost.html\n');
    }
    const written = await writeReports(
      reports,
      (each) => render(report, each, { ...this.style, ...ON_PAPER }),
      this.io,
    );
    if (run.canGoOn) this.keep(run);
    else this.checkpoint.remove();
    return written ? exitCodeOf(report, this.request) : INPUT_ERROR;
  }

  /** As soon as a program is checked. */
  private async tell(checks: readonly CheckReport[]): Promise<void> {
    const isFirst = this.checks.length === 0;
    this.checks.push(...checks);
    if (this.request.format !== 'text') return;
    if (!isFirst) await this.writer.line('');
    for (const line of textReport(checks, sourceLines(checks), this.style)) await this.writer.styled(line);
  }

  private couldBeDrawn(): boolean {
    const anyExecution = this.checks.some(({ schedule }) => schedule !== null);
    return anyExecution && this.request.reports.every(({ format }) => format !== 'html');
  }

  private keep(run: CheckRun): void {
    this.checkpoint.write(run.programs);
    if (this.checkpoint.isKept) this.io.err(`to resume: fencepost check --resume ${this.checkpoint.token}\n`);
  }
}

/** Files are not for a terminal. */
const ON_PAPER = { width: DEFAULT_WIDTH, colour: false } as const;
