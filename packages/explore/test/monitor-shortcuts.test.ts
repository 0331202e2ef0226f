import type { LocalStates, ModelName, Violation } from '@fencepost/core';
import { preservedOrder, machineOf } from '@fencepost/core';
import { randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Observer, ObserverFactory } from '../src/index.js';
import { MONITORS, exploreBounded } from '../src/index.js';
import { BorderlineState } from '../src/monitor/borderline-state.js';
import { Violations } from '../src/monitor/violation.js';
import { SourceSearch } from '../src/source/explore-source.js';
import { statesOf } from './interleavings.js';

// The monitors update their clocks only for operations that could be reported. Here is one that always does.

function always(states: LocalStates, model: ModelName, onViolation: (violation: Violation) => void): Observer {
  const violations = new Violations(states, model, onViolation);
  const perLocation = machineOf(model).buffers === 'location';
  const make = (): BorderlineState => new BorderlineState(states, perLocation, preservedOrder(model), violations);
  const steps: [t: number, state: number, writes: boolean][] = [];
  let clocks = make();
  const fit = (): void => {
    if (!clocks.isOutgrown) return;
    clocks = make();
    for (const step of steps) clocks.step(...step);
  };
  return {
    step: (...step) => {
      fit();
      steps.push(step);
      clocks.step(...step);
    },
    undo: () => {
      steps.pop();
      clocks.undo();
    },
    waits: (t, state) => {
      fit();
      clocks.check(t, state);
    },
    settle: () => undefined,
  };
}

type Make = (states: LocalStates, onViolation: (violation: Violation) => void) => ObserverFactory;

/** The pairs that are reported in a search. */
function pairs(states: LocalStates, make: Make, search: 'source' | 'bounded'): string[] {
  const found: string[] = [];
  const observe = make(states, ({ label, writeLabel }) => found.push(`${label} ${writeLabel}`));
  if (search === 'source') new SourceSearch(states, { model: 'sc', observe }).advance(5000);
  else exploreBounded(states, { mostPreemptions: 2, budget: 300, mostConfigurations: 2000, observe });
  return found.sort();
}

it.each([
  { threads: 2, operations: 8, numRuns: 50 },
  { threads: 3, operations: 9, numRuns: 30 },
  { threads: 4, operations: 10, numRuns: 12 },
])('skipped steps would report nothing: $threads threads', { timeout: 120_000 }, ({ numRuns, ...size }) => {
  let reported = 0;
  fc.assert(
    fc.property(randomProgram(size), (source) => {
      const states = statesOf(source);
      for (const model of ['tso', 'pso'] as const) {
        for (const search of ['source', 'bounded'] as const) {
          const expected = pairs(states, (own, tell) => () => always(own, model, tell), search);
          const lazy: Make = (own, tell) => (run) => MONITORS[`borderline-${model}`](own, tell, run);
          const withoutClocks: Make = (own, tell) => () => MONITORS[`borderline-${model}`](own, tell);
          expect(pairs(states, lazy, search)).toEqual(expected);
          expect(pairs(states, withoutClocks, search)).toEqual(expected);
          reported += expected.length;
        }
      }
    }),
    { numRuns },
  );
  expect(reported).toBeGreaterThan(5);
});
