import { printable, printableJson } from '@fencepost/core';
import type { SearchProgress } from '@fencepost/check';
import type { OutputOptions } from '../../options/output.js';
import type { Io } from './io.js';
import type { SearchState } from './search-state.js';
import { searchJson, searchLine } from './search-state.js';

/** `auto`: for people, on a terminal; `json`: for tools. */
export type ProgressMode = OutputOptions['progress'];

const REDRAW_MILLISECONDS = 100;
const JSON_MILLISECONDS = 200;
export const DEFAULT_TERMINAL_WIDTH = 80;

/** Returns the time in milliseconds. */
type Clock = () => number;
export const SYSTEM_CLOCK: Clock = () => performance.now();

function progressOf({ progress, err }: Io): (text: string) => void {
  return progress ?? err;
}

/** A line on standard error that is redrawn repeatedly. If standard error is not a terminal, prints nothing. */
export class StatusLine {
  private readonly io: Io;
  private drawnAt: number;
  private visible = false;

  constructor(io: Io, time: number) {
    this.io = io;
    this.drawnAt = time;
  }

  draw(time: number, text: () => string): void {
    if (!this.io.errIsTerminal || time - this.drawnAt < REDRAW_MILLISECONDS) return;
    if (time !== Infinity) this.drawnAt = time;
    this.clear();
    progressOf(this.io)(printable(text()));
    this.visible = true;
  }

  clear(): void {
    if (!this.visible) return;
    progressOf(this.io)('\r\x1b[2K');
    this.visible = false;
  }
}

/** Shows the progress of many short checks. */
export class Progress {
  private readonly total: number;
  private readonly now: Clock;
  private readonly started: number;
  private readonly line: StatusLine;

  constructor(io: Io, total: number, now = SYSTEM_CLOCK) {
    this.total = total;
    this.now = now;
    this.started = now();
    this.line = new StatusLine(io, this.started);
  }

  update(done: number): void {
    const time = this.now();
    this.line.draw(time, () => {
      const perSecond = (1000 * done) / (time - this.started);
      const remaining = perSecond > 0 ? `, ${duration((this.total - done) / perSecond)} left` : '';
      return `${done}/${this.total} checks, ${rate(perSecond)}/s${remaining}`;
    });
  }

  clear(): void {
    this.line.clear();
  }
}

function rate(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0);
}

export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export interface SearchDisplayOptions {
  readonly mode: ProgressMode;
}

/** Shows the progress of searches that may each take long: a line for people, JSON on standard error for tools. */
export class SearchDisplay {
  private readonly io: Io;
  private readonly mode: ProgressMode;
  private readonly now: Clock;
  private readonly line: StatusLine;
  private of = { source: '', program: '' };
  /** Start time of the current search, and its number of executions at that time. */
  private began: { readonly time: number; readonly executions: number };
  private latest: SearchState | undefined;
  private latestIsWritten = false;
  private writtenAt: number;

  constructor(io: Io, { mode }: SearchDisplayOptions, now = SYSTEM_CLOCK) {
    this.io = io;
    this.mode = mode;
    this.now = now;
    this.writtenAt = now();
    this.began = { time: this.writtenAt, executions: 0 };
    this.line = new StatusLine(io, this.writtenAt);
  }

  /** Sets the file and program of the following searches. */
  begin(source: string, program: string): void {
    this.end();
    this.of = { source, program };
  }

  update(progress: SearchProgress): void {
    if (this.mode === 'none') return;
    if (this.isOver(progress)) this.end();
    const time = this.now();
    const { executions, resumed = 0 } = progress;
    // Executions of an earlier run do not count towards the rate.
    if (this.latest === undefined && resumed > 0) this.began = { time, executions: resumed };
    const seconds = (time - this.began.time) / 1000;
    const rate = seconds > 0 ? (executions - this.began.executions) / seconds : undefined;
    const state = { ...progress, ...this.of, seconds, rate };
    this.latest = state;
    this.latestIsWritten = false;
    if (this.mode === 'auto') {
      this.line.draw(time, () => searchLine(state, this.io.columns ?? DEFAULT_TERMINAL_WIDTH));
    } else if (time - this.writtenAt >= JSON_MILLISECONDS) this.writeLatest();
  }

  /**
   * Whether the search of the latest update is over, because this update is about another model or a restarted search.
   */
  private isOver({ model, executions }: SearchProgress): boolean {
    const { latest } = this;
    return latest !== undefined && (latest.model !== model || executions < latest.executions);
  }

  /** Ends the current search. */
  end(): void {
    if (this.mode === 'json' && !this.latestIsWritten) this.writeLatest();
    this.clear();
    this.began = { time: this.now(), executions: 0 };
    this.latest = undefined;
  }

  /** Shows what follows a search. */
  note(text: string): void {
    if (this.mode !== 'auto') return;
    this.end();
    this.line.draw(Infinity, () => text);
  }

  private writeLatest(): void {
    if (this.latest === undefined) return;
    progressOf(this.io)(`${printableJson({ progress: searchJson(this.latest) })}\n`);
    this.writtenAt = this.now();
    this.latestIsWritten = true;
  }

  clear(): void {
    this.line.clear();
  }
}
