import { dirname, extname, relative, resolve } from 'node:path';
import { isFencepostError, printable } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';
import { counted, programTitle, renderText, span } from '@fencepost/report';
import { INPUT_ERROR, OK } from '../../exit-codes.js';
import { isFolder } from '../../files/folder.js';
import type { Asked, CommandLine } from '../../options/command-line.js';
import { asked as askedAgain } from '../../options/command-line.js';
import { configsIn } from '../../options/config-files.js';
import { Checkpoint } from '../../run/checkpoint.js';
import { wantsColour } from '../terminal/colour.js';
import type { Io, StopSignal } from '../terminal/io.js';
import { shownError } from '../terminal/shown-error.js';
import { forReader, withOpenedPage } from './check-command.js';
import type { CheckCommandRequest } from './check-request.js';
import { checkRequestOf, withCheckedFiles } from './check-request.js';
import { CheckSession } from './check-session.js';
import { importedBy } from './imports.js';
import { checkWritable } from './report-files.js';
import { WatchedFiles } from './watched-files.js';

type CheckAsked = Asked<CheckCommandRequest>;

/** `fencepost check --watch`: checks again whenever a file changes, until Ctrl-C. */
export async function watchCommand(asked: CheckAsked, io: Io): Promise<number> {
  const request = forReader(checkRequestOf(asked), asked, io);
  return new Watch(asked, request.output.open ? await withOpenedPage(request) : request, io).run();
}

/** Clears a terminal and its scrollback. */
const CLEAR = '\u001b[H\u001b[2J\u001b[3J';
const CLEAR_LINE = '\r\u001b[2K';

/** The results of a round. */
interface Round {
  readonly code: number;
  /** Empty if the files could not be loaded. */
  readonly checks: readonly CheckReport[];
}

/** Texts of a round that are shown when it is over. */
type Kept = (readonly ['out' | 'err', string])[];

class Watch {
  private readonly asked: CheckAsked;
  private request: CheckCommandRequest;
  private readonly io: Io;
  private readonly files = new WatchedFiles();
  /** Folders in which files with checks may appear. */
  private readonly folders = new WatchedFiles();
  /** The files to check, as found last. */
  private checked: readonly string[] = [];
  /** Files that the programs were made from when they could last be loaded, and where they could not. */
  private reads: readonly string[] = [];
  /** Titles of programs that failed when they were last checked. */
  private failing: ReadonlySet<string> = new Set();
  /** Messages for the next result. */
  private notes: string[] = [];
  private readonly ended = new AbortController();
  /** Ends the present round; more than one part of it may have to be told. */
  private readonly stops = new Set<(signal?: StopSignal) => void>();
  private isStopping = false;
  private hasStatus = false;
  private code = OK;

  constructor(asked: CheckAsked, request: CheckCommandRequest, io: Io) {
    this.asked = asked;
    this.request = request;
    this.io = io;
  }

  async run(): Promise<number> {
    const ignoreInterrupts = this.io.onInterrupt?.((signal) => {
      this.ended.abort();
      this.stop(signal);
    });
    try {
      let changed = await this.round(undefined);
      while (!this.isEnded() && this.files.count > 0) {
        if (changed.length === 0) changed = await this.files.change(this.ended.signal, () => this.newFiles());
        if (this.isEnded()) break;
        await this.reread(changed);
        changed = await this.round(changed);
      }
    } finally {
      this.clearStatus();
      ignoreInterrupts?.();
    }
    return this.code;
  }

  private isEnded(): boolean {
    return this.ended.signal.aborted;
  }

  private hasStopped(): boolean {
    return this.isStopping;
  }

  private stop(signal?: StopSignal): void {
    this.isStopping = true;
    for (const stop of [...this.stops]) stop(signal);
  }

  /**
   * Checks all files. `because`: the files that have changed; undefined in the first round, which is shown as it goes. A
   * change ends the round, whose result is then of no interest. Returns the files that have changed meanwhile.
   */
  private async round(because: readonly string[] | undefined): Promise<readonly string[]> {
    const kept: Kept | undefined = because === undefined ? undefined : [];
    if (because !== undefined) this.status(`${namesOf(because)} changed: checking again`);
    this.isStopping = false;
    const over = new AbortController();
    const either = AbortSignal.any([over.signal, this.ended.signal]);
    const changing = this.files
      .change(either, () => this.newFiles())
      .then((changed) => {
        if (changed.length > 0) this.stop();
        return changed;
      });
    const round = await this.check(this.ioFor(kept), kept !== undefined);
    const wasStopped = this.hasStopped();
    over.abort();
    const changed = await changing;
    if (kept === undefined) this.code = round.code;
    if (wasStopped || this.isEnded()) return changed;
    await this.show(round, kept, because);
    return changed;
  }

  /** `isKept`: whether the output may never be shown. */
  private async check(io: Io, isKept: boolean): Promise<Round> {
    try {
      const request = await withCheckedFiles(this.request, io);
      // The page is opened once; the browser shows it again when it is reloaded.
      this.request = { ...this.request, output: { ...this.request.output, open: false } };
      this.checked = request.run.files;
      this.watchFiles();
      checkWritable(request.output.reports);
      const checkpoint = new Checkpoint('check', request, io.err);
      try {
        const session = new CheckSession(request, io, checkpoint);
        const code = await session.run(undefined);
        const { checks, reads, isLoaded } = session.outcome;
        this.reads = isLoaded ? reads : [...this.reads, ...reads];
        this.watchFiles();
        return { code, checks };
      } finally {
        // A round that was ended by a change, or was never shown, is not resumed.
        if (this.isStopping && (isKept || !this.isEnded())) checkpoint.remove();
        checkpoint.close();
      }
    } catch (error) {
      if (!isFencepostError(error)) throw error;
      io.err(shownError(error, io));
      return { code: INPUT_ERROR, checks: [] };
    }
  }

  /** Shows a result in place of the last one; where that is not possible, after it. */
  private async show({ code, checks }: Round, kept: Kept | undefined, because: readonly string[] = []): Promise<void> {
    const { io } = this;
    this.clearStatus();
    this.code = code;
    if (kept !== undefined) {
      if (io.outIsTerminal) await io.out(CLEAR);
      else io.err(printable(`fencepost: ${namesOf(because)} changed`) + '\n');
      for (const [stream, text] of kept) {
        if (stream === 'out') await io.out(text);
        else io.err(text);
      }
    }
    for (const title of this.fixed(checks)) {
      const colour = wantsColour(this.request.output.colour, process.env, io.outIsTerminal);
      if (this.request.output.format === 'text')
        await io.out(`${renderText([span(`✓ fixed: ${title}`, 'safe')], colour)}\n`);
    }
    for (const note of this.notes) io.err(note);
    this.notes = [];
    const time = new Date().toLocaleTimeString('en-GB');
    this.status(`${time}: watching ${counted(this.files.count, 'file')}; Ctrl-C ends`);
  }

  /** Returns the programs that failed when they were last checked, and are safe now. */
  private fixed(checks: readonly CheckReport[]): string[] {
    const now = new Map(
      checks.map((check) => [programTitle(check), checks.filter((each) => programTitle(each) === programTitle(check))]),
    );
    const isFailing = (title: string): boolean => now.get(title)!.some(({ verdict }) => verdict === 'failing');
    const fixed = [...this.failing].filter(
      (title) => now.get(title)?.every(({ verdict }) => verdict === 'safe') === true,
    );
    // Programs that could not be loaded, or were not decided, have not been repaired.
    const open = [...this.failing].filter((title) => !fixed.includes(title));
    this.failing = new Set([...open, ...[...now.keys()].filter(isFailing)]);
    return fixed;
  }

  /** A line at the end of a terminal, which the next output replaces. */
  private status(text: string): void {
    if (!this.io.errIsTerminal) return;
    this.clearStatus();
    this.io.err(printable(text));
    this.hasStatus = true;
  }

  private clearStatus(): void {
    if (this.hasStatus) this.io.err(CLEAR_LINE);
    this.hasStatus = false;
  }

  /** Returns the terminal of a round. The progress of a search is shown at once, even if the result is not. */
  private ioFor(kept: Kept | undefined): Io {
    const { io } = this;
    return {
      ...io,
      // A copy would not follow the size of the window.
      get columns() {
        return io.columns;
      },
      get rows() {
        return io.rows;
      },
      started: performance.now(),
      out: (text) => {
        if (kept === undefined) return io.out(text);
        kept.push(['out', text]);
        return Promise.resolve();
      },
      err: (text) => {
        if (kept === undefined) io.err(text);
        else kept.push(['err', text]);
      },
      progress: (text) => {
        this.clearStatus();
        io.err(text);
      },
      onInterrupt: (stop) => {
        this.stops.add(stop);
        if (this.isStopping) stop();
        return () => this.stops.delete(stop);
      },
    };
  }

  private watchFiles(): void {
    const modules = this.checked.flatMap((file) => importedBy(file));
    this.files.watch([...this.checked, ...this.reads, ...modules, ...this.configs]);
    const { files } = this.request.run;
    const searched = files.length === 0 ? ['.'] : files.filter(isFolder);
    const inside = this.checked.map((file) => dirname(file));
    this.folders.watch(searched.length === 0 ? [] : [...searched, ...inside]);
  }

  private get configs(): readonly string[] {
    const { config, noConfig } = this.request.run;
    return noConfig ? [] : config === undefined ? configsIn('') : [config];
  }

  /** Returns files with checks that have appeared in the folders, or disappeared from them. */
  private async newFiles(): Promise<readonly string[]> {
    if (this.folders.changed().length === 0) return [];
    const found = await withCheckedFiles(this.request, { err: () => undefined }).catch((error: unknown) => {
      if (isFencepostError(error)) return undefined;
      throw error;
    });
    const files = found?.run.files ?? [];
    return [
      ...files.filter((file) => !this.checked.includes(file)),
      ...this.checked.filter((file) => !files.includes(file)),
    ];
  }

  /** Applies a changed configuration. Modules are loaded once per process. */
  private async reread(changed: readonly string[]): Promise<void> {
    const config = this.configs.find((file) => changed.includes(resolve(file)));
    if (config === undefined) return;
    if (extname(config) !== '.json') {
      this.notes.push(printable(`note: ${config} has changed: start again to apply it`) + '\n');
      return;
    }
    try {
      const { command, given } = this.asked;
      const again = (await askedAgain(
        command as CommandLine<object & CommandLine['groups']>,
        given,
      )) as unknown as CheckAsked;
      const { output, ...rest } = checkRequestOf(again);
      const { open, reports } = this.request.output;
      this.request = { ...rest, output: { ...output, open, reports: output.open ? reports : output.reports } };
    } catch (error) {
      if (!isFencepostError(error)) throw error;
      this.notes.push(shownError(error, this.io));
    }
  }
}

const MOST_NAMED = 3;

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, MOST_NAMED).map((file) => relative('', file));
  const left = files.length - MOST_NAMED;
  return names.join(', ') + (left > 0 ? ` and ${left} more` : '');
}
