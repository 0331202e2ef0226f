/** Jobs in order. A running job may add others, run the queue itself (an import that waits), or throw. */
export class Queue {
  private jobs: (() => void)[] = [];
  private next = 0;

  get waiting(): boolean {
    return this.next < this.jobs.length;
  }

  get length(): number {
    return this.jobs.length - this.next;
  }

  add(job: () => void): void {
    this.jobs.push(job);
  }

  /** Includes those added meanwhile; those after which `until()` holds stay. Calls `before` and `after` around each. */
  runAll(until?: () => boolean, before?: () => void, after?: () => void): void {
    while (this.next < this.jobs.length) {
      before?.();
      this.jobs[this.next++]!();
      after?.();
      if (until?.() === true) return;
    }
    this.clear();
  }

  clear(): void {
    this.jobs = [];
    this.next = 0;
  }
}
