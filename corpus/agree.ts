import { LocalStates, withRestarts } from '@fencepost/core';
import type { Exploration } from '@fencepost/explore';
import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { followingRetries } from '@fencepost/testing';
import type { Expectation } from './expectation.js';
import { load } from './run.js';

const MODELS = ['sc', 'tso', 'pso'] as const;
/** Limit for both explorers; Source-DPOR is the slower one. */
const MOST_EXECUTIONS = 20_000;

/** Returns the differences between the results of the two explorers, which share only the program. */
export async function disagreements(group: string, expectation: Expectation): Promise<string[]> {
  if (expectation.error !== undefined) return [];
  // Source-DPOR follows every retry.
  const program = followingRetries(await load(group, expectation));
  return withRestarts(() => {
    const states = new LocalStates(program);
    return MODELS.flatMap((model) => {
      const graphs = exploreGraphs(states, { model, budget: MOST_EXECUTIONS });
      if (graphs.rest.length > 0) return [];
      const [one, other] = [graphs, exploreSource(states, { model })].map(findings);
      return one === other ? [] : [`${model}: graphs find ${one!}, Source-DPOR ${other!}`];
    });
  });
}

function findings({ executions, nonSequential, deadlocks, failures }: Exploration): string {
  const told = failures.map(({ kind, message, thread = '', executions: times }) =>
    [kind, message, thread, times].join(' '),
  );
  return JSON.stringify({ executions, nonSequential, deadlocks, failures: told.sort() });
}
