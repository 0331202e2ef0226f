import { distinct, linearizable } from 'fencepost';
import getRingBuffer from '@webaudiomodules/sdk/src/RingBuffer.js';
import { OneByOne, ROLES } from './ring.js';

const RingBuffer = getRingBuffer();

linearizable(
  'ring of 1',
  () => new OneByOne(new RingBuffer(RingBuffer.getStorageForCapacity(1, Int32Array), Int32Array)),
  { push: [distinct(1, 2)], pop: [] },
  { calls: 5, roles: ROLES },
);

class Fullness {
  readonly #ring = new RingBuffer(RingBuffer.getStorageForCapacity(1, Int32Array), Int32Array);
  push(value: number): boolean {
    return this.#ring.push(Int32Array.of(value)) === 1;
  }
  full(): boolean {
    return this.#ring.full;
  }
}

/** What a ring of one element says. */
class Model {
  #isFull = false;
  push(): boolean {
    const hasRoom = !this.#isFull;
    this.#isFull = true;
    return hasRoom;
  }
  full(): boolean {
    return this.#isFull;
  }
}

linearizable(
  'full',
  () => new Fullness(),
  { push: [distinct(1, 2)], full: [] },
  { calls: 2, model: () => new Model() },
);
