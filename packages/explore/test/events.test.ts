import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPARED_MODELS, EXPLORERS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import type { Execution } from '../src/index.js';
import { exploreAll, exploreBounded } from '../src/index.js';

it.each(SMALL_PROGRAMS)('every explorer counts the operations of its executions: $threads threads', (size) => {
  fc.assert(
    fc.property(randomProgram(size), (source) => {
      const states = new LocalStates(fromInstructions(source));
      let inTraces = 0;
      const onExecution = (execution: Execution): void => {
        inTraces += execution.trace().events.length;
      };
      for (const model of COMPARED_MODELS) {
        for (const explore of [exploreAll, ...Object.values(EXPLORERS)]) {
          inTraces = 0;
          expect(explore(states, { model, onExecution }).events).toBe(inTraces);
        }
      }
      inTraces = 0;
      expect(exploreBounded(states, { onExecution }).events).toBe(inTraces);
    }),
    { numRuns: 40 },
  );
});
