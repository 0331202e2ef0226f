import type { ModelName, Trace } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  Recorder,
  fromInstructions,
  linearise,
  prefixFor,
  replay,
  traceOf,
} from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];

function someTraces(states: LocalStates, model: ModelName): Trace[] {
  const traces: Trace[] = [];
  exploreGraphs(states, { model, budget: 20, onExecution: (execution) => traces.push(execution.trace()) });
  return traces;
}

it.each(SMALL_PROGRAMS)('the dependencies of an event are an execution of their own: $threads threads', (size) => {
  fc.assert(
    fc.property(randomProgram(size), fc.nat(), (source, random) => {
      const states = new LocalStates(fromInstructions(source));
      for (const model of MODELS) {
        for (const trace of someTraces(states, model)) {
          if (trace.events.length === 0) continue;
          const event = random % trace.events.length;
          const prefix = prefixFor(trace, [event]);
          const { thread, position, state } = trace.events[event]!;
          expect(prefix.events.filter((each) => each.thread === thread)).toHaveLength(position + 1);
          expect(prefix.events.some((each) => each.thread === thread && each.state === state)).toBe(true);
          const machine = new Machine(states, model, new Recorder());
          replay(machine, linearise(prefix, model, 'early')!);
          expect(traceOf(states, machine.recorder!).key).toBe(prefix.key);
        }
      }
    }),
    { numRuns: 60 },
  );
});
