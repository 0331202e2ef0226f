import type { Examined } from './examine.js';
import type { Program } from './program/ast.js';

/** How many programs there were of each kind. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(_program: Program, examined: readonly Examined[] | undefined): void {
    this.count('programs');
    if (examined === undefined) {
      this.count('too large');
      return;
    }
    if (examined.some(({ differences }) => differences.length > 0)) this.count('different');
    for (const { machine, said, robust, races } of examined) {
      this.count('checks');
      if (said === undefined) continue;
      this.count(said.verdict);
      if (machine.deadlock) this.count('deadlock');
      if (machine.livelock) this.count('livelock');
      if (machine.cut) this.count('assumption');
      if (machine.outcomes.has('exit')) this.count('exit');
      if (machine.failures.has('invalid access')) this.count('invalid access');
      if ([...machine.failures].some((failure) => failure.startsWith('A'))) this.count('assertion');
      if (robust !== undefined) this.count(robust ? 'robust' : 'not robust');
      if (races !== undefined) this.count(races.size > 0 ? 'racy' : 'without races');
      if (machine.outcomes.size > 1) this.count('several outcomes');
    }
  }

  get(kind: string): number {
    return this.counts.get(kind) ?? 0;
  }

  toString(): string {
    return [...this.counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  }

  private count(kind: string): void {
    this.counts.set(kind, this.get(kind) + 1);
  }
}
