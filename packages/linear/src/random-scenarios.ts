import { Random } from '@fencepost/core';
import type { Scenario } from './scenarios.js';

/** Random scenarios have at most so many calls more than those of which all are checked. */
export const MOST_CALLS_MORE = 3;

/** The same each time, so that everybody who counts them agrees on their numbers. */
const SEED = 1;

/**
 * Different scenarios in which each call is by any thread, and any that this thread makes. `threads`: what each may call; `sizes`: the numbers of calls.
 * There must be many more than are asked for.
 */
export function* randomScenarios(
  threads: readonly (readonly number[])[],
  sizes: readonly number[],
  count: number,
): Generator<Scenario> {
  const random = new Random(SEED);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)]!;
  const seen = new Set<string>();
  while (seen.size < count) {
    const scenario: number[][] = threads.map(() => []);
    for (let left = oneOf(sizes); left > 0; left--) {
      const thread = oneOf([...threads.keys()]);
      scenario[thread]!.push(oneOf(threads[thread]!));
    }
    const key = scenario.map((calls) => calls.join()).join(';');
    if (seen.has(key)) continue;
    seen.add(key);
    yield scenario;
  }
}
