import { MetadataBlock } from '@zenfs/core/backends/single_buffer.js';
import { linearizable } from 'fencepost';
import { sizeof } from 'memium';

class Counter {
  readonly #memory = new SharedArrayBuffer(sizeof(MetadataBlock));
  readonly #count = new Int32Array(new SharedArrayBuffer(4));
  add(): number {
    const release = new MetadataBlock(this.#memory, 0).lock();
    const sum = ++this.#count[0]!;
    release();
    return sum;
  }
}
linearizable('lock around a counter', () => new Counter(), { add: [] }, { calls: 3 });
