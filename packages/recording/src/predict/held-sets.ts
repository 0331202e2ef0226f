/** The sets of mutexes that threads hold, as numbers; 0 is the empty set. */
export class HeldSets {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly sets: (readonly number[])[] = [[]];
  /** By thread. */
  private readonly current: number[] = [];

  /** Returns the set of a thread. */
  of(t: number): number {
    return this.current[t] ?? 0;
  }

  /** Sets the mutexes that a thread holds, in any order. */
  set(t: number, mutexes: readonly number[]): void {
    const sorted = mutexes.toSorted((a, b) => a - b);
    const key = sorted.join();
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.sets.push(sorted) - 1;
      this.numbers.set(key, number);
    }
    this.current[t] = number;
  }

  mutexesIn(set: number): readonly number[] {
    return this.sets[set]!;
  }

  haveCommon(a: number, b: number): boolean {
    if (a === 0 || b === 0) return false;
    if (a === b) return true;
    const others = this.sets[b]!;
    return this.sets[a]!.some((mutex) => others.includes(mutex));
  }
}
