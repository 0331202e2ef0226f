import type { Io } from './io.js';

const REDRAW_MILLISECONDS = 100;

/** One line on standard error that says how far a run is, if that is a terminal; otherwise nothing. */
export class Progress {
  private readonly io: Io;
  private readonly total: number;
  private readonly now: () => number;
  private readonly started: number;
  private drawnAt: number;
  private visible = false;

  constructor(io: Io, total: number, now: () => number = () => performance.now()) {
    this.io = io;
    this.total = total;
    this.now = now;
    this.started = now();
    this.drawnAt = this.started;
  }

  update(done: number): void {
    this.draw((elapsed) => {
      const perSecond = (1000 * done) / elapsed;
      const remaining = perSecond > 0 ? `, ${duration((this.total - done) / perSecond)} left` : '';
      return `${done}/${this.total} checks, ${rate(perSecond)}/s${remaining}`;
    });
  }

  /** What one long check is about. */
  show(text: string): void {
    this.draw((elapsed) => `${text}, ${duration(elapsed / 1000)}`);
  }

  private draw(text: (elapsed: number) => string): void {
    if (!this.io.errIsTerminal) return;
    const time = this.now();
    if (time - this.drawnAt < REDRAW_MILLISECONDS) return;
    this.drawnAt = time;
    this.clear();
    this.io.err(text(time - this.started));
    this.visible = true;
  }

  clear(): void {
    if (!this.visible) return;
    this.io.err('\r\x1b[2K');
    this.visible = false;
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
