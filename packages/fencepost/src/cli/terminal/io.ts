import { printableLines } from '@fencepost/core';
import type { SIGNALS } from '../../exit-codes.js';

/** Input and output of a command. Tests supply their own. */
export interface Io {
  /** Resolves when the text has been written. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  /** Prints the progress of a run; default: `err`. */
  readonly progress?: (text: string) => void;
  /** Clears the terminal of `out` and moves the cursor to its top. */
  readonly clear?: () => Promise<void>;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Size of the terminal, if it is one. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** User input; undefined if there is no keyboard input. */
  readonly input?: Input;
  /** Calls `stop` when the user interrupts. Returns a function that unsubscribes. */
  readonly onInterrupt?: (stop: (signal?: StopSignal) => void) => () => void;
  /** Start of the command in terms of `performance.now()`; default: now. */
  readonly started?: number;
  /** Variables that say what the terminal can show; without them, nothing but text and colours. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether to print stack traces of our own bugs. */
  readonly debug: boolean;
}

export type StopSignal = keyof typeof SIGNALS;

export interface Input {
  readonly isTerminal: boolean;
  /** Delivers every key at once, without echo. For terminals only. */
  readonly setRaw: (raw: boolean) => void;
  /** Yields the input as it arrives. Ending the iteration closes the input. */
  readonly read: () => AsyncIterable<string>;
}

const CHUNK = 1 << 16;

/** Buffers lines, so that thousands of them need few writes. On a terminal each line is shown at once. */
export class LineWriter {
  private readonly io: Io;
  private readonly beforeWrite: () => void;
  private pending: string[] = [];
  private size = 0;

  constructor(io: Io, beforeWrite: () => void) {
    this.io = io;
    this.beforeWrite = beforeWrite;
  }

  /** Writes plain text of one or more lines. */
  line(text: string): Promise<void> {
    return this.styled(printableLines(text));
  }

  /** Writes a line that may contain colours. Such lines come from report functions, which escape everything else. */
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
