import { linearizable } from 'fencepost';
import { SharedAtomicPool } from './fixtures/becsy.js';

class Pool {
  readonly #pool: SharedAtomicPool;
  constructor() {
    const buffers = {
      register(_: string, length: number, Type: typeof Uint32Array, update: (data: Uint32Array) => void): void {
        update(new Type(new SharedArrayBuffer(4 * length)));
      },
    };
    this.#pool = new SharedAtomicPool(3, 'maxEntities', buffers);
    this.#pool.refill([10, 11, 12]);
  }
  take(): number | undefined {
    return this.#pool.take();
  }
}

/** What a pool of three gives: one of them, the last first. */
class Model {
  readonly #ids = [10, 11, 12];
  take(): number | undefined {
    return this.#ids.pop();
  }
}

linearizable('take', () => new Pool(), { take: [] }, { calls: 2, model: () => new Model() });
