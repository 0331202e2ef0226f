import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, modelNamed } from '@fencepost/core';
import { expect } from 'vitest';
import { exploreAll, exploreGraphs, exploreSource } from '../src/index.js';

/** Returns the numbers of executions and of those that are not SC. All explorers of the model must agree on them. */
export function counts(source: Program, model: ModelName): readonly [number, number] {
  const states = new LocalStates(source);
  const { executions, nonSequential } = exploreGraphs(states, { model });
  const { machine } = modelNamed(model);
  if (machine !== undefined && !machine.readsOldValues) {
    expect(exploreAll(states, { model })).toMatchObject({ executions, nonSequential });
    expect(exploreSource(states, { model })).toMatchObject({ executions, nonSequential });
  }
  return [executions, nonSequential];
}
