import { Lock } from './lock.js';

// A binary heap under a lock.
export class PriorityQueue {
  private readonly words: Int32Array; // lock, size, the heap from 2
  private readonly lock: Lock;

  constructor(capacity: number) {
    this.words = new Int32Array(new SharedArrayBuffer(4 * (capacity + 2)));
    this.lock = new Lock(this.words);
  }

  add(value: number): boolean {
    return this.lock.holding(() => {
      let at = this.words[1]!;
      if (at === this.words.length - 2) return false;
      this.words[1] = at + 1;
      for (; at > 0 && this.at((at - 1) >> 1) > value; at = (at - 1) >> 1) this.put(at, this.at((at - 1) >> 1));
      this.put(at, value);
      return true;
    });
  }

  removeLeast(): number | undefined {
    return this.lock.holding(() => {
      const size = this.words[1]! - 1;
      if (size < 0) return undefined;
      const least = this.at(0);
      const last = this.at(size);
      this.words[1] = size;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child + 1 < size && this.at(child + 1) < this.at(child)) child++;
        if (child >= size || this.at(child) >= last) break;
        this.put(at, this.at(child));
        at = child;
      }
      this.put(at, last);
      return least;
    });
  }

  private at(index: number): number {
    return this.words[2 + index]!;
  }

  private put(index: number, value: number): void {
    this.words[2 + index] = value;
  }
}
