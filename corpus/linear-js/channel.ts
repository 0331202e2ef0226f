import { Lock } from './lock.js';

// A channel with room for one message: send waits until there is room, receive until there is a message.
export class Channel {
  private readonly words = new Int32Array(new SharedArrayBuffer(16)); // lock, the number of changes, full, the message
  private readonly lock = new Lock(this.words);

  send(message: number): void {
    this.until(0);
    this.words[3] = message;
    this.changed(1);
  }

  receive(): number {
    this.until(1);
    const message = this.words[3]!;
    this.changed(0);
    return message;
  }

  /** Returns with the lock. */
  private until(full: number): void {
    for (;;) {
      this.lock.acquire();
      if (this.words[2] === full) return;
      const changes = Atomics.load(this.words, 1);
      this.lock.release();
      Atomics.wait(this.words, 1, changes);
    }
  }

  private changed(full: number): void {
    this.words[2] = full;
    Atomics.add(this.words, 1, 1);
    this.lock.release();
    Atomics.notify(this.words, 1);
  }
}
