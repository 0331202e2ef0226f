import { FencepostError } from '@fencepost/core';
import type { Criterion } from './criteria.js';
import { outcomesOf } from './outcomes.js';
import type { Scenario } from './scenarios.js';
import type { SequentialRuns } from './sequential-runs.js';

interface Possible {
  readonly name: string;
  readonly scenario: Scenario;
  readonly criterion: Criterion;
  readonly specification: SequentialRuns;
  /** Returns a result as text. */
  readonly textOf: (result: number) => string;
  /** Returns a call as text. */
  readonly callOf: (letter: number) => string;
}

/** Returns the outcomes that a test accepts. A test observes results, not the order of calls. */
export function acceptedOutcomes(possible: Possible): readonly (readonly string[])[] {
  const { name, scenario, criterion, specification, textOf, callOf } = possible;
  const refuse = (why: string): never => {
    throw new FencepostError('USAGE', `${name} cannot be a test: ${why}`, {
      hint: 'fencepost replay shows its execution',
    });
  };
  if (criterion === 'elements' || criterion === 'obstruction-free') {
    refuse(`the criterion ${criterion} does not depend on the results of sequential orders`);
  }
  const { all, waiting } = outcomesOf(scenario, specification, name, criterion !== 'quiescent');
  if (waiting !== undefined) refuse(`${callOf(waiting)} may wait forever, so a test would not end`);
  // An order in which a call fails is not accepted: the test fails by itself there.
  const outcomes = all
    .map((each) => each.map(textOf))
    .filter((each) => !each.some((text) => text.startsWith('fails: ')));
  if (outcomes.length === 0) refuse('the calls fail in every sequential order');
  return outcomes;
}
