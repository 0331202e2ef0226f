import { Random as Numbers } from '@fencepost/core';

/** Random numbers determined by a seed, and choices based on them. */
export class Random extends Numbers {
  /** Returns an integer from 0 to below n. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Returns one of the choices, each with its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)![1];
  }
}
