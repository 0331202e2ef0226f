import type { Operation, Program, ThreadRun, Transition } from '@fencepost/core';
import {
  CheckFailed,
  LocalStates,
  compareExchange,
  cut,
  exchange,
  fence,
  load,
  program,
  store,
  stuck,
  transform,
} from '@fencepost/core';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareProgramWithOracle } from '@fencepost/testing';

/** Loops as a front end hands them over: the first operation of an iteration may wait until there is progress. */
const waits = (operation: Operation): Operation => ({ ...operation, until: 'progress' });

const SEMAPHORE = 100;
const down: Transition = { key: 'down', ready: (n) => n > 0, apply: (n) => n - 1 };
const up: Transition = { key: 'up', apply: (n) => Math.min(2, n + 1) };

type Piece =
  | { readonly kind: 'store' | 'until' | 'swap' | 'taken' | 'assume' | 'check'; readonly x: number; readonly v: number }
  | { readonly kind: 'both' | 'thenSwap' | 'thenTaken'; readonly x: number; readonly y: number; readonly v: number }
  | { readonly kind: 'fence' | 'up' | 'down' };

const place = fc.integer({ min: 0, max: 1 });
const value = fc.integer({ min: 0, max: 2 });
const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('store' as const), x: place, v: value }) },
  fc.record({ kind: fc.constantFrom('until', 'swap', 'taken', 'assume', 'check'), x: place, v: value }),
  fc.record({ kind: fc.constantFrom('both', 'thenSwap', 'thenTaken'), x: place, y: place, v: value }),
  fc.record({ kind: fc.constantFrom('fence', 'up', 'down') }),
);

function* run(pieces: readonly Piece[]): Generator<Operation, void, number> {
  for (const each of pieces) yield* perform(each);
}

function* perform(each: Piece): Generator<Operation, void, number> {
  switch (each.kind) {
    case 'store':
      yield store(each.x, each.v);
      break;
    case 'until': // while (x != v);
      if ((yield waits(load(each.x))) !== each.v) yield stuck(1);
      break;
    case 'swap': // while (!cas(&x, v, 2));
      if ((yield waits(compareExchange(each.x, each.v, 2, 'relaxed'))) !== each.v) yield stuck(1);
      break;
    case 'taken': // while (exchange(&x, 1) == 1);
      if ((yield waits(exchange(each.x, 1, 'relaxed'))) === 1) yield stuck(1);
      break;
    case 'both': // while (x != v || y != v);
      if ((yield waits(load(each.x))) !== each.v) yield stuck(1);
      if ((yield load(each.y)) !== each.v) yield stuck(2);
      break;
    case 'thenSwap': // do o = y; while (!cas(&x, v, o));
      {
        const operand = yield waits(load(each.y));
        if ((yield compareExchange(each.x, each.v, operand, 'acq_rel')) !== each.v) yield stuck(2);
      }
      break;
    case 'thenTaken': // while (y == v || exchange(&x, 1) == 1);
      if ((yield waits(load(each.y))) === each.v) yield stuck(1);
      if ((yield exchange(each.x, 1, 'relaxed')) === 1) yield stuck(2);
      break;
    case 'assume':
      if ((yield load(each.x)) === each.v) yield cut();
      break;
    case 'check':
      if ((yield load(each.x)) === each.v) throw new CheckFailed(`x${each.x} is ${each.v}`);
      break;
    case 'fence':
      yield fence();
      break;
    case 'up':
      yield transform(SEMAPHORE, up);
      break;
    case 'down':
      yield transform(SEMAPHORE, down);
      break;
  }
}

function made(threads: readonly (readonly Piece[])[]): Program {
  return {
    name: 'loops',
    threads: threads.map((pieces, i) => ({ name: `t${i}`, body: (): ThreadRun => run(pieces) })),
    initialValue: () => 0,
    nameOf: (address) => `x${address}`,
  };
}

describe('loops that change nothing, executions cut off, steps of synchronisation objects', () => {
  test.each([
    { threads: 2, pieces: 4, runs: 600 },
    { threads: 3, pieces: 3, runs: 250 },
  ])('the explorers agree with the oracle: $threads threads', { timeout: 60_000 }, ({ threads, pieces, runs }) => {
    const thread = fc.array(piece, { minLength: 1, maxLength: pieces });
    fc.assert(
      fc.property(fc.array(thread, { minLength: threads, maxLength: threads }), (bodies) => {
        expect(compareProgramWithOracle(made(bodies)).disagreements).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  const both = program('both', (p) => {
    const x = p.variable('x');
    const y = p.variable('y');
    p.thread('waits', function* () {
      if ((yield waits(load(x))) !== 1) yield stuck(1);
      if ((yield load(y)) !== 1) yield stuck(2);
    });
    p.thread('sets x', function* () {
      yield store(x, 1);
    });
  });

  test('a thread that goes round for ever on the newest values is a deadlock', () => {
    for (const explore of [exploreAll, exploreGraphs, exploreSource]) {
      const { executions, failures } = explore(new LocalStates(both), { model: 'sc' });
      expect([executions, failures.map(({ kind, message }) => `${kind}: ${message}`)]).toEqual([
        1,
        ['deadlock: waits waits in a loop that changes nothing at waits#2'],
      ]);
    }
  });

  test('a failure counts although another thread is then cut off', () => {
    const states = new LocalStates(
      program('cut', (p) => {
        p.thread('fails', function* () {
          yield store(0, 1);
          throw new CheckFailed('wrong');
        });
        p.thread('is cut off', function* () {
          yield cut();
        });
      }),
    );
    for (const explore of [exploreAll, exploreGraphs, exploreSource]) {
      const { executions, blocked, failures } = explore(states, { model: 'tso' });
      expect([executions, blocked, failures.map(({ message }) => message)]).toEqual([0, 1, ['wrong']]);
    }
  });
});
