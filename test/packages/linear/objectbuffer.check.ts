import {
  acquireLockWait,
  createObjectBuffer,
  getUnderlyingArrayBuffer,
  loadObjectBuffer,
  releaseLock,
} from '@bnaya/objectbuffer';
import { int, linearizable } from 'fencepost';

const coders = (): object => ({ textDecoder: new TextDecoder(), textEncoder: new TextEncoder() });

class Counter {
  readonly #memory = getUnderlyingArrayBuffer(
    createObjectBuffer(coders(), 1024, { n: 0 }, { useSharedArrayBuffer: true }),
  );
  readonly #count = new Int32Array(new SharedArrayBuffer(4));
  add(agent: number): number {
    const object = loadObjectBuffer(coders(), this.#memory);
    while (acquireLockWait(agent, object, 1000) !== 'have-lock');
    const sum = ++this.#count[0]!;
    releaseLock(agent, object);
    return sum;
  }
}
linearizable('lock around a counter', () => new Counter(), { add: [int(1, 2)] }, { calls: 2 });
