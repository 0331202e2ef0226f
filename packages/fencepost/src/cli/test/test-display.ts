import { counted } from '@fencepost/report';
import type { TestProgress } from '@fencepost/check';
import type { Io } from '../terminal/io.js';
import { DEFAULT_TERMINAL_WIDTH, StatusLine, SYSTEM_CLOCK, duration } from '../terminal/progress.js';

/** Shows the progress of tests in a line on a terminal. With several tests at a time, it shows the latest to report. */
export class TestDisplay {
  private readonly io: Io;
  private readonly line: StatusLine;

  constructor(io: Io) {
    this.io = io;
    this.line = new StatusLine(io, SYSTEM_CLOCK());
  }

  /** `began`: start time of the test by the same clock. */
  update(program: string, began: number, progress: TestProgress): void {
    const time = SYSTEM_CLOCK();
    this.line.draw(time, () => {
      const text = testLine(program, progress, (time - began) / 1000);
      // The last column stays free, because a terminal may wrap there.
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
