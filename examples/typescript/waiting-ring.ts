// A ring buffer whose consumer sleeps while it is empty.
import { Ring } from './ring.js';

export class WaitingRing extends Ring {
  /** False if the ring is full. */
  send(value: number): boolean {
    const sent = this.push(value);
    Atomics.notify(this.tail, 0);
    return sent;
  }

  receive(): number {
    for (;;) {
      const value = this.pop();
      if (value !== undefined) return value;
      const head = Atomics.load(this.head, 0);
      Atomics.wait(this.tail, 0, head); // sleep while the tail is where the head is
    }
  }
}
