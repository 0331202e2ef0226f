/** What happens when: a heap of numbers (whom it happens to) ordered by time. */
export class Events {
  private readonly times: number[] = [];
  private readonly whom: number[] = [];

  get size(): number {
    return this.times.length;
  }

  push(time: number, who: number): void {
    let at = this.times.length;
    this.times.push(time);
    this.whom.push(who);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.times[above]! <= this.times[at]!) break;
      this.swap(at, above);
      at = above;
    }
  }

  pop(): readonly [time: number, who: number] {
    const first = [this.times[0]!, this.whom[0]!] as const;
    const [time, who] = [this.times.pop()!, this.whom.pop()!];
    if (this.times.length > 0) {
      this.times[0] = time;
      this.whom[0] = who;
      this.sink();
    }
    return first;
  }

  private sink(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= this.times.length) return;
      const below = left + 1 < this.times.length && this.times[left + 1]! < this.times[left]! ? left + 1 : left;
      if (this.times[at]! <= this.times[below]!) return;
      this.swap(at, below);
      at = below;
    }
  }

  private swap(a: number, b: number): void {
    [this.times[a], this.times[b]] = [this.times[b]!, this.times[a]!];
    [this.whom[a], this.whom[b]] = [this.whom[b]!, this.whom[a]!];
  }
}
