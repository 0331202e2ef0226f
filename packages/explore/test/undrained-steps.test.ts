import type { ModelName, Operation, Place, Program } from '@fencepost/core';
import { LocalStates, fence, load, lock, look, program, store, transform, unlockByStore } from '@fencepost/core';
import { expect, it } from 'vitest';
import { exploreAll, exploreGraphs, exploreSource } from '../src/index.js';

// Steps of synchronisation objects that drain no store buffer: what the oracle says, and both explorers.

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];

function counts(source: Program): number[] {
  const states = new LocalStates(source);
  return MODELS.map((model) => {
    const traces = new Set<string>();
    exploreAll(states, { model, onExecution: (execution) => void traces.add(execution.trace().key) });
    expect(exploreSource(states, { model }).executions).toBe(traces.size);
    expect(exploreGraphs(states, { model }).executions).toBe(traces.size);
    return traces.size;
  });
}

/** Store buffering with a step of an object between. */
function buffering(between: (object: Place) => Operation): Program {
  return program('SB', (p) => {
    const [x, y, object] = [p.variable('x'), p.variable('y'), p.variable('object')];
    const threads = { left: [x, y], right: [y, x] } as const;
    for (const [name, [mine, others]] of Object.entries(threads)) {
      p.thread(name, function* () {
        yield store(mine, 1);
        yield between(object);
        yield load(others);
      });
    }
  });
}

const tick = { key: 'tick', apply: (time: number) => time + 1, ordersNothing: true };

it('stores pass a step that orders nothing; such steps are in one order', () => {
  // Two orders of the steps. The load after the first may be early or late; under TSO so may that after the second.
  expect(counts(buffering((object) => transform(object, tick)))).toEqual([4, 8, 8]);
});

it('stores do not pass another step', () => {
  const draining = { ...tick, key: 'draining tick', ordersNothing: false };
  expect(counts(buffering((object) => transform(object, draining)))).toEqual([4, 4, 4]);
});

it('stores pass a look at an object', () => {
  expect(counts(buffering((object) => look(object, tick)))).toEqual([3, 4, 4]);
});

it('a mutex is released by a store, which later loads pass', () => {
  const spin = program('spin lock', (p) => {
    const [mutex, x, y] = [p.mutex('mutex'), p.variable('x'), p.variable('y')];
    p.thread('left', function* () {
      yield lock(mutex);
      yield store(x, 1);
      yield unlockByStore(mutex);
      yield load(y);
    });
    p.thread('right', function* () {
      yield store(y, 1);
      yield fence('seq_cst');
      yield load(x);
    });
  });
  expect(counts(spin)).toEqual([3, 4, 4]);
});
