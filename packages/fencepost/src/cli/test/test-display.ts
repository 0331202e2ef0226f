import { counted } from '@fencepost/report';
import type { TestProgress } from '@fencepost/check';
import type { Io } from '../terminal/io.js';
import { DEFAULT_TERMINAL_WIDTH, StatusLine, SYSTEM_CLOCK, duration } from '../terminal/progress.js';

/** How far tests are, in a line on a terminal. */
export class TestDisplay {
  private readonly io: Io;
  private readonly line: StatusLine;
  private readonly now: () => number;
  private program = '';
  private began: number;

  constructor(io: Io, now = SYSTEM_CLOCK) {
    this.io = io;
    this.now = now;
    this.began = now();
    this.line = new StatusLine(io, this.began);
  }

  /** What the tests to come are about. */
  begin(program: string): void {
    this.clear();
    this.program = program;
    this.began = this.now();
  }

  update(progress: TestProgress): void {
    const time = this.now();
    this.line.draw(time, () => {
      const text = testLine(this.program, progress, (time - this.began) / 1000);
      // The last column stays free, as a terminal may wrap there.
      const width = (this.io.columns ?? DEFAULT_TERMINAL_WIDTH) - 1;
      return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
    });
  }

  clear(): void {
    this.line.clear();
  }
}

function testLine(program: string, progress: TestProgress, seconds: number): string {
  const { model, phase, executions, of, predicted, confirmed, harmful } = progress;
  const total = Number.isFinite(of) ? ` of ${of.toLocaleString('en-US')}` : '';
  const done = `${program}  ${model}  ${phase}   ${counted(executions, 'execution')}${total}, ${duration(seconds)}`;
  return phase === 'sampling' ? done : `${done}   ${predicted} predicted, ${confirmed} confirmed, ${harmful} harmful`;
}
