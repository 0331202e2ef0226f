import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** Blocks to `fencepost record`, as the native runtime sends them. */
export class Stream {
  private readonly socket: Socket;
  private isOpen = true;

  constructor(path: string) {
    this.socket = connect(path);
    // Without somebody who listens, the program goes on.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isOpen = false));
  }

  /** Resolves when it was sent, or cannot be. */
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
