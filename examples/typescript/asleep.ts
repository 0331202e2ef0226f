// A ring buffer whose consumer sleeps while it is empty, and may never be woken.
import assert from 'node:assert';
import { check } from 'fencepost';
import { Ring } from './ring.js';

class WaitingRing extends Ring {
  send(value: number): boolean {
    const sent = this.push(value);
    Atomics.notify(this.tail, 0);
    return sent;
  }

  receive(): number {
    for (;;) {
      const value = this.pop();
      if (value !== undefined) return value;
      const tail = Atomics.load(this.tail, 0);
      Atomics.wait(this.tail, 0, tail); // sleep until it changes
    }
  }
}

check('the consumer is woken', (t) => {
  const memory = new SharedArrayBuffer(8 + 3 * 4);
  t.thread('producer', () => new WaitingRing(memory).send(10));
  t.thread('consumer', () => new WaitingRing(memory).receive());
  t.after(({ consumer }) => assert.equal(consumer, 10));
});
