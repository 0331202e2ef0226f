import type { Program } from '@fencepost/core';
import { LocalStates, load, program, store } from '@fencepost/core';
import { expect, it } from 'vitest';
import { exploreGraphs } from '../src/index.js';

/** A ring: each thread stores to its own variable, then loads its neighbour's. */
const ring = (threads: number): Program =>
  program('ring', (p) => {
    const variables = Array.from({ length: threads }, (_, i) => p.variable(`x${i}`));
    variables.forEach((own, i) => {
      p.thread(`t${i}`, function* () {
        yield store(own, 1);
        yield load(variables[(i + 1) % threads]!);
      });
    });
  });

it('shows all executions of a search with one object, as a search may have millions', () => {
  const shown = new Set<object>();
  let [executions, nonSequential] = [0, 0];
  const { nonSequential: expected } = exploreGraphs(new LocalStates(ring(6)), {
    model: 'tso',
    onExecution: (execution) => {
      shown.add(execution);
      executions++;
      if (!execution.sequential) nonSequential++;
    },
  });
  expect({ shown: shown.size, executions, nonSequential }).toEqual({
    shown: 1,
    executions: 64,
    nonSequential: expected,
  });
});
