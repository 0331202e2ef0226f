import type { Program } from '@fencepost/core';
import { LocalStates, failureKey, withRestarts } from '@fencepost/core';
import type { Exploration } from '@fencepost/explore';
import { JointSearch, exploreGraphs, exploreSource } from '@fencepost/explore';
import { followingRetries } from '@fencepost/testing';
import type { Expectation } from './expectation.js';
import { load } from './run.js';

const MODELS = ['sc', 'tso', 'pso'] as const;
/** Limit for both explorers; Source-DPOR is the slower one. */
const MOST_EXECUTIONS = 20_000;

const MOST_JOINT_STATES = 200_000;

/** Returns the differences between the results of the explorers, which share only the program, and those of joint states. */
export async function disagreements(group: string, expectation: Expectation): Promise<string[]> {
  if (expectation.error !== undefined) return [];
  // Source-DPOR follows every retry.
  const program = followingRetries(await load(group, expectation));
  return [...betweenExplorers(program), ...ofJointStates(program)];
}

function betweenExplorers(program: Program): string[] {
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

/** Compares whether the program fails under SC. */
function ofJointStates(program: Program): string[] {
  if (program.calls !== undefined) return [];
  return withRestarts(() => {
    const search = new JointSearch(new LocalStates(program));
    while (search.advance(MOST_JOINT_STATES));
    if (search.failure === undefined && !(search.isComplete && search.alwaysEnds)) return [];
    const states = new LocalStates(program);
    const graphs = exploreGraphs(states, { model: 'sc', budget: MOST_EXECUTIONS });
    const { locations } = states;
    const hasBlocks = Array.from({ length: locations.count }, (_, x) => locations.isBlock(x)).includes(true);
    if (graphs.rest.length > 0 || hasBlocks) return [];
    const found = search.failure === undefined ? '' : failureKey(search.failure.failure);
    const keys = graphs.failures.map((failure) => failureKey(failure));
    const isSame = found === '' ? keys.length === 0 : keys.includes(found);
    return isSame ? [] : [`sc: graphs find ${keys.join(', ')}, joint states ${found}`];
  });
}
