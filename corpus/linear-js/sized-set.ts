import { Lock } from './lock.js';

// A set of small numbers that knows its size.
export class SizedSet {
  private readonly words = new Int32Array(new SharedArrayBuffer(12)); // members as bits, their number, a lock
  private readonly lock = new Lock(this.words, 2);

  add(member: number): boolean {
    return this.lock.holding(() => {
      const before = Atomics.or(this.words, MEMBERS, 1 << member);
      if (before & (1 << member)) return false;
      Atomics.add(this.words, SIZE, 1);
      return true;
    });
  }

  remove(member: number): boolean {
    return this.lock.holding(() => {
      const before = Atomics.and(this.words, MEMBERS, ~(1 << member));
      if (!(before & (1 << member))) return false;
      Atomics.sub(this.words, SIZE, 1);
      return true;
    });
  }

  has(member: number): boolean {
    return this.lock.holding(() => (Atomics.load(this.words, MEMBERS) & (1 << member)) !== 0);
  }

  size(): number {
    return this.lock.holding(() => Atomics.load(this.words, SIZE));
  }
}

const MEMBERS = 0;
const SIZE = 1;
