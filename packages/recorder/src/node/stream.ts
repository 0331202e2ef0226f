import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** Sends blocks to `fencepost record`, like the native runtime. */
export class Stream {
  private readonly socket: Socket;
  private isOpen = true;

  constructor(path: string) {
    this.socket = connect(path);
    // If the command no longer listens, the program continues.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isOpen = false));
  }

  /** Sends a block. Resolves when it was sent, or cannot be. */
  send(type: number, bytes: Uint8Array): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    const head = Buffer.alloc(5);
    head[0] = type;
    head.writeUInt32LE(bytes.length, 1);
    this.socket.write(head);
    return new Promise((resolve) => {
      const { socket } = this;
      const done = (): void => {
        socket.off('close', done);
        resolve();
      };
      socket.on('close', done);
      socket.write(bytes, done);
    });
  }

  json(type: number, value: unknown): Promise<void> {
    return this.send(type, Buffer.from(JSON.stringify(value)));
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen) this.socket.end(resolve);
      else resolve();
    });
  }
}
