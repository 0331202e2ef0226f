import { Lock } from './lock.js';

// A cache of two entries under a lock: the one that was not used for longest is replaced.
export class LruCache {
  private readonly words = new Int32Array(new SharedArrayBuffer(20)); // lock; two entries of key and value, the latest first
  private readonly lock = new Lock(this.words);

  get(key: number): number | undefined {
    return this.lock.holding(() => {
      const value = this.find(key);
      if (value !== undefined) this.moveToFront(key, value);
      return value;
    });
  }

  set(key: number, value: number): void {
    this.lock.holding(() => this.moveToFront(key, value));
  }

  private find(key: number): number | undefined {
    if (this.words[1] === key) return this.words[2];
    return this.words[3] === key ? this.words[4] : undefined;
  }

  private moveToFront(key: number, value: number): void {
    if (this.words[1] !== key) {
      this.words[3] = this.words[1]!;
      this.words[4] = this.words[2]!;
      this.words[1] = key;
    }
    this.words[2] = value;
  }
}
