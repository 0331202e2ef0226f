// A map under a lock that many readers or one writer may hold.
export class RwLockMap {
  private readonly lock = new Int32Array(new SharedArrayBuffer(4)); // the number of readers; -1: a writer
  private readonly keys = new Int32Array(new SharedArrayBuffer(16)); // 0: none
  private readonly values = new Int32Array(new SharedArrayBuffer(16));

  get(key: number): number | undefined {
    this.lockShared();
    const at = this.keys.indexOf(key);
    const value = at < 0 ? undefined : this.values[at];
    this.unlockShared();
    return value;
  }

  set(key: number, value: number): number | undefined {
    this.lockExclusive();
    const known = this.keys.indexOf(key);
    const at = known < 0 ? this.keys.indexOf(0) : known;
    const before = known < 0 ? undefined : this.values[known];
    this.keys[at] = key;
    this.values[at] = value;
    this.unlockExclusive();
    return before;
  }

  delete(key: number): boolean {
    this.lockExclusive();
    const at = this.keys.indexOf(key);
    if (at >= 0) this.keys[at] = 0;
    this.unlockExclusive();
    return at >= 0;
  }

  private lockShared(): void {
    for (;;) {
      const readers = Atomics.load(this.lock, 0);
      if (readers >= 0 && Atomics.compareExchange(this.lock, 0, readers, readers + 1) === readers) return;
    }
  }

  private unlockShared(): void {
    Atomics.sub(this.lock, 0, 1);
  }

  private lockExclusive(): void {
    while (Atomics.compareExchange(this.lock, 0, 0, -1) !== 0);
  }

  private unlockExclusive(): void {
    Atomics.store(this.lock, 0, 0);
  }
}
