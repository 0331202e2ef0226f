/** How a command talks to the world; tests hand in their own. */
export interface Io {
  /** Resolves when the text has been taken. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Width of the terminal, if it is one. */
  readonly columns?: number | undefined;
  /** Print stack traces of our own bugs. */
  readonly debug: boolean;
}

/** Columns of output that is not for a terminal. */
export const DEFAULT_WIDTH = 100;

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

  async line(text: string): Promise<void> {
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
