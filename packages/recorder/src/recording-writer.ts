import { closeSync, openSync, writeSync } from 'node:fs';
import { MAGIC, MOST_BLOCK_BYTES, blockBytes } from '@fencepost/recording';
import { compress } from './compression.js';
import { STANDARD_OUTPUT } from './outputs.js';

/** Time until a full pipe is tried again, in milliseconds, and memory on which nothing is ever notified. */
const PIPE_WAIT = 2;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** Writes the file of a recording. */
export class RecordingWriter {
  /** Number of bytes written. */
  bytes = 0;
  private readonly output: number;

  constructor(private readonly file: string) {
    this.output = file === STANDARD_OUTPUT ? 1 : openSync(file, 'w');
    this.write(MAGIC);
  }

  json(type: number, value: unknown): void {
    this.write(blockBytes(type, Buffer.from(JSON.stringify(value)), compress));
  }

  /** Writes a block as the process has sent it. */
  block(type: number, bytes: Uint8Array): void {
    if (bytes.length <= MOST_BLOCK_BYTES) this.write(blockBytes(type, bytes, compress));
  }

  close(): void {
    if (this.file !== STANDARD_OUTPUT) closeSync(this.output);
  }

  private write(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    for (let at = 0; at < bytes.length;) at += this.writeSome(bytes, at);
  }

  /** Writes some of the bytes. Waits while a pipe is full, so that the recorded program waits for the reader. */
  private writeSome(bytes: Uint8Array, at: number): number {
    try {
      return writeSync(this.output, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(NEVER, 0, 0, PIPE_WAIT);
      return 0;
    }
  }
}
