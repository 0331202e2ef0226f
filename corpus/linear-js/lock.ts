// A lock on one word: 0 free, 1 taken, 2 taken and others may sleep.
export class Lock {
  constructor(
    private readonly words: Int32Array,
    private readonly at = 0,
  ) {}

  holding<T>(action: () => T): T {
    this.acquire();
    try {
      return action();
    } finally {
      this.release();
    }
  }

  acquire(): void {
    if (Atomics.compareExchange(this.words, this.at, 0, 1) === 0) return;
    while (Atomics.exchange(this.words, this.at, 2) !== 0) Atomics.wait(this.words, this.at, 2);
  }

  release(): void {
    if (Atomics.exchange(this.words, this.at, 0) === 2) Atomics.notify(this.words, this.at, 1);
  }
}
