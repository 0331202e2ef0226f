import { grown } from '@fencepost/core';

/** The operations of a run in order, each with its undo data. */
export class RunLog {
  length = 0;
  thread = new Int32Array(64);
  /** The local state in which it was executed. */
  state = new Int32Array(64);
  /** The last write to its location before it. A read reads from it; a write replaces it. `NO_READ` if none. */
  link = new Int32Array(64);
  /** 1 if it changed memory. */
  writes = new Int32Array(64);
  /** The value it replaced, if it wrote. */
  replaced = new Int32Array(64);
  /** Hash of the configuration before it. */
  low = new Int32Array(64);
  high = new Int32Array(64);

  append(): number {
    if (this.length === this.thread.length) this.grow();
    return this.length++;
  }

  private grow(): void {
    for (const field of ['thread', 'state', 'link', 'writes', 'replaced', 'low', 'high'] as const) {
      this[field] = grown(this[field], 2 * this.length);
    }
  }
}
