import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { defaultMemory } from '@fencepost/workers';

/** One run of our own command. */
export interface Run {
  readonly args: readonly string[];
  readonly folder: string;
  /** Seconds after which the command is to have ended by itself. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Called with each line of `--progress json`. */
  readonly onProgress?: (line: unknown) => void;
}

export interface Ended {
  /** null: it was ended. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly isTooLate: boolean;
}

/** Time for a command to keep to its own limits. */
const GRACE_MS = 15_000;
/** After the first signal, a command reports within a second; a second signal ends it at once. */
const AGAIN_MS = 400;
const KILL_MS = 1200;
/** Characters of output that are kept: a report of many bugs is larger than anyone reads. */
const MOST_OUTPUT = 4_000_000;

/**
 * Runs our own command in separate processes, so that its supervisor keeps every call within its limits, and
 * nothing that checked code does can harm the server. Runs beyond one per core wait.
 */
export class Runs {
  private readonly slots = availableParallelism();
  private readonly megabytes: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly ends = new Set<() => void>();

  /** `megabytes`: of all runs together. */
  constructor(megabytes = defaultMemory()) {
    this.megabytes = megabytes;
  }

  /** Arguments by which a run shares the machine with others. Not all commands take them. */
  get shares(): readonly string[] {
    const jobs = Math.max(1, Math.floor(this.slots / Math.max(1, this.running + this.waiting.length + 1)));
    return ['--jobs', String(jobs), '--max-memory', `${Math.max(256, Math.floor(this.megabytes / this.slots))}m`];
  }

  async run(run: Run): Promise<Ended> {
    if (this.running < this.slots) this.running++;
    else if (!(await this.turn(run.signal))) throw run.signal.reason;
    try {
      run.signal.throwIfAborted();
      return await this.start(run);
    } finally {
      // The next one takes over the slot.
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }

  /** Ends all runs. */
  close(): void {
    for (const end of this.ends) end();
  }

  /** Resolves when no run is left. */
  async idle(): Promise<void> {
    while (this.ends.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Waits for a slot. Returns false if the call was cancelled before. */
  private turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const next = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(next), 1);
        resolve(false);
      };
      this.waiting.push(next);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private start({ args, folder, seconds, signal, onProgress }: Run): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [process.argv[1]!, ...args], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NO_COLOR: '1' },
      });
      const timers: NodeJS.Timeout[] = [];
      let isTooLate = false;
      const end = (): void => {
        child.kill('SIGTERM');
        timers.push(
          setTimeout(() => child.kill('SIGTERM'), AGAIN_MS),
          setTimeout(() => child.kill('SIGKILL'), KILL_MS),
        );
      };
      timers.push(
        setTimeout(
          () => {
            isTooLate = true;
            end();
          },
          1000 * seconds + GRACE_MS,
        ),
      );
      const out = collected(child.stdout);
      const err = collected(child.stderr, onProgress);
      const done = (): void => {
        for (const timer of timers) clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.ends.delete(end);
      };
      this.ends.add(end);
      signal.addEventListener('abort', end, { once: true });
      child.once('error', (error) => {
        done();
        reject(error);
      });
      child.once('close', (code) => {
        done();
        if (signal.aborted) reject(signal.reason as Error);
        else resolve({ code, out: out(), err: err(), isTooLate });
      });
    });
  }
}

/** Collects a stream. Lines that are JSON are progress. */
function collected(stream: NodeJS.ReadableStream, onProgress?: (line: unknown) => void): () => string {
  let text = '';
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    if (onProgress === undefined) {
      if (text.length < MOST_OUTPUT) text += piece;
      return;
    }
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const progress = line.startsWith('{"progress"') ? parsed(line) : undefined;
      if (progress !== undefined) onProgress(progress);
      else if (text.length < MOST_OUTPUT) text += `${line}\n`;
    }
  });
  return () => text + rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
