import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { testActively, testRandomly, testWithPriorities } from '@fencepost/explore';

/** When a method first saw the failure. */
export interface Found {
  readonly executions: number;
  readonly seconds: number;
}

/** What is known of a program: times are without the discovery of its local states, of which later searches have less. */
export interface Known {
  readonly program: Program;
  states: LocalStates;
}

function attempt<T>(known: Known, search: (states: LocalStates) => T): T {
  return withRestarts(() => {
    const { states } = known;
    // If this throws because of what it learned, these states are no longer good.
    known.states = new LocalStates(known.program);
    const result = search(states);
    known.states = states;
    return result;
  });
}

export interface Method {
  readonly name: string;
  readonly search: (known: Known, seed: number, budget: number) => Found | undefined;
}

export const METHODS: readonly Method[] = [
  { name: 'active', search: (known, seed, budget) => actively(known, seed, budget, 100) },
  { name: 'active, 10 runs under SC', search: (known, seed, budget) => actively(known, seed, budget, 10) },
  { name: 'priorities (PCT)', search: (known, seed, budget) => sampled(testWithPriorities, known, seed, budget) },
  { name: 'random', search: (known, seed, budget) => sampled(testRandomly, known, seed, budget) },
];

/** Until the first harmful cycle. Executions under SC count, too. */
function actively(known: Known, seed: number, budget: number, sequentialRuns: number): Found | undefined {
  return attempt(known, (states) => {
    const begin = performance.now();
    let executions = 0;
    for (const { harmful } of testActively(states, { model: 'tso', seed, sequentialRuns })) {
      executions++;
      if (harmful > 0) return { executions, seconds: (performance.now() - begin) / 1000 };
      if (executions === budget) break;
    }
    return undefined;
  });
}

/** Until the first failure. What failed is known when a sampling is over, so few executions are tried first, then more. */
function sampled(method: typeof testRandomly, known: Known, seed: number, budget: number): Found | undefined {
  for (let runs = 64; runs < 4 * budget; runs *= 4) {
    const found = attempt(known, (states) => {
      const begin = performance.now();
      const seconds: number[] = [];
      const sampling = method(states, { model: 'tso', seed, runs: Math.min(runs, budget) });
      for (;;) {
        const step = sampling.next();
        seconds.push((performance.now() - begin) / 1000);
        if (step.done !== true) continue;
        const executions = Math.min(...step.value.failures.map(({ firstRun }) => firstRun));
        return executions === Infinity ? undefined : { executions, seconds: seconds[executions - 1]! };
      }
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
