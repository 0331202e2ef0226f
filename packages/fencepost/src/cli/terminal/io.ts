import { printableLines } from '@fencepost/core';
import type { SIGNALS } from '../../exit-codes.js';

/** How a command talks to the world; tests hand in their own. */
export interface Io {
  /** Resolves when the text has been taken. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  /** Begins anew at the top of the terminal that `out` is. */
  readonly clear?: () => Promise<void>;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Size of the terminal, if it is one. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** What the user types; undefined if there is no keyboard input. */
  readonly input?: Input;
  /** Calls back when the user wants to stop, until the function that it returns is called. */
  readonly onInterrupt?: (stop: (signal?: StopSignal) => void) => () => void;
  /** When the command was started, as `performance.now()` counts; now unless given. */
  readonly started?: number;
  /** Print stack traces of our own bugs. */
  readonly debug: boolean;
}

export type StopSignal = keyof typeof SIGNALS;

export interface Input {
  readonly isTerminal: boolean;
  /** Hand over every key at once, and do not show it; for a terminal only. */
  readonly setRaw: (raw: boolean) => void;
  /** As it comes. To stop reading gives the input up. */
  readonly read: () => AsyncIterable<string>;
}

const CHUNK = 1 << 16;

/** Collects lines, so that thousands of them are few writes; on a terminal each line shows at once. */
export class LineWriter {
  private readonly io: Io;
  private readonly beforeWrite: () => void;
  private pending: string[] = [];
  private size = 0;

  constructor(io: Io, beforeWrite: () => void) {
    this.io = io;
    this.beforeWrite = beforeWrite;
  }

  /** Plain text, of one line or several. */
  line(text: string): Promise<void> {
    return this.styled(printableLines(text));
  }

  /** A line that may have colours: made by functions of the report, which let nothing else pass. */
  async styled(text: string): Promise<void> {
    this.pending.push(text, '\n');
    this.size += text.length + 1;
    if (this.io.outIsTerminal || this.size >= CHUNK) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.size === 0) return;
    const text = this.pending.join('');
    this.pending = [];
    this.size = 0;
    this.beforeWrite();
    await this.io.out(text);
  }
}
