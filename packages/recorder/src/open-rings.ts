import type { Socket } from 'node:net';
import { parse, format } from 'node:path';
import type { Collected, Collector } from './collect.js';
import { SNAPSHOT_REQUEST } from './collect.js';
import { STANDARD_OUTPUT, requireWritable } from './outputs.js';

/** The signal to this process that writes what rings have now. */
const SIGNAL = 'SIGUSR2';
/** Time for a process to send what it has recorded, in milliseconds; Node processes send it within this time anyway. */
const PATIENCE = 500;

interface OpenRing {
  readonly collector: Collector;
  readonly file: string;
  /** Number of files written. */
  written: number;
  timeout?: NodeJS.Timeout | undefined;
}

/** The processes whose last part is kept. Writes it at each signal, to `run.1.fpr`, `run.2.fpr`, … */
export class OpenRings {
  private readonly open = new Map<Socket, OpenRing>();

  constructor(private readonly say: (text: string) => void = () => undefined) {
    process.on(SIGNAL, this.onSignal);
    this.say(`kill -USR2 ${process.pid} writes what was recorded last`);
  }

  add(connection: Socket, collector: Collector, file: string): void {
    this.open.set(connection, { collector, file, written: 0 });
  }

  drop(connection: Socket): void {
    clearTimeout(this.open.get(connection)?.timeout);
    this.open.delete(connection);
  }

  close(): void {
    process.off(SIGNAL, this.onSignal);
  }

  /** Writes the file of a process that was asked for it. */
  write(connection: Socket): void {
    const ring = this.open.get(connection);
    if (ring?.timeout === undefined) return;
    clearTimeout(ring.timeout);
    ring.timeout = undefined;
    const file = numbered(ring.file, ++ring.written);
    try {
      requireWritable(file);
      this.say(written(ring.collector.snapshot(file)));
    } catch (error) {
      // The recording goes on.
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  private readonly onSignal = (): void => {
    if (this.open.size === 0) this.say('nothing is recorded yet');
    for (const [connection, ring] of this.open) {
      if (ring.file === STANDARD_OUTPUT) this.say(`${SIGNAL} needs a file for the recording: --output FILE`);
      else {
        ring.timeout ??= setTimeout(() => this.write(connection), PATIENCE);
        connection.write(SNAPSHOT_REQUEST);
      }
    }
  };
}

function numbered(file: string, number: number): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, base: `${name}.${number}${ext}` });
}

function written({ file, end }: Collected): string {
  return `${file}: the last ${end.operations} operations, ${end.threads} threads`;
}
