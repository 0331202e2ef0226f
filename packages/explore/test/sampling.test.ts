import type { Operation, Program, Variable } from '@fencepost/core';
import { LocalStates, assert, failureKey, join, load, program, spawn, store } from '@fencepost/core';
import { figure1, figure13, randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exploreAll,
  testPartialOrders,
  testRandomly,
  testSelectively,
  testWithPriorities,
  toTheEnd,
} from '../src/index.js';
import { MODELS, checked, replayed } from './tested-programs.js';

function* onlyLoad(x: Variable): Generator<Operation, number, number> {
  return yield load(x);
}

const SAMPLERS = [testRandomly, testWithPriorities, testPartialOrders, testSelectively];

describe('sampling', { timeout: 60_000 }, () => {
  it('find easy failures, with an execution', () => {
    for (const test of SAMPLERS) {
      for (const model of MODELS) {
        const states = new LocalStates(figure1());
        const { failures, runs } = toTheEnd(test(states, { model, runs: 500 }));
        expect(runs).toBe(500);
        expect(failures).toHaveLength(1);
        expect(failures[0]!.firstRun).toBeLessThanOrEqual(500);
        expect(failures[0]!.runs).toBeGreaterThan(1);
        const { sequential, failures: again } = replayed(states, model, failures[0]!.witness);
        expect(sequential).toBe(false);
        expect(again().map(failureKey)).toEqual([failureKey(failures[0]!.failure)]);
      }
    }
  });

  it('give only executions of the model', () => {
    fc.assert(
      fc.property(
        randomProgram({ threads: 2, operations: 7 }),
        fc.constantFrom(...MODELS),
        fc.nat(),
        (source, model, seed) => {
          const states = new LocalStates(checked(source, 3));
          const known = new Set(exploreAll(states, { model }).failures.map(failureKey));
          for (const test of SAMPLERS) {
            const { failures, unfinished } = toTheEnd(test(states, { model, seed, runs: 50 }));
            expect(unfinished).toBe(0);
            for (const { failure } of failures) expect(known).toContain(failureKey(failure));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('find by priorities a failure that needs an order that is unlikely step by step', () => {
    const states = new LocalStates(figure13(100));
    const { failures } = toTheEnd(testWithPriorities(states, { model: 'tso', runs: 2000 }));
    expect(failures.map(({ failure }) => failure.message)).toEqual(['both read 0']);
  });

  /** How many of 2,000 executions fail: under SC, so that a step of a thread is an event. */
  const failing = (program: Program, test: typeof testRandomly): number => {
    const { failures } = toTheEnd(test(new LocalStates(program), { model: 'sc', runs: 2000 }));
    return failures[0]?.runs ?? 0;
  };

  it('finds by partial orders a load that comes after many independent stores', () => {
    const late = program('late', (p) => {
      const [x, own] = [p.variable('x'), p.variable('own')];
      p.thread('writer', function* () {
        for (let i = 0; i < 30; i++) yield store(own, i);
        yield store(x, 1);
      });
      p.thread('reader', () => onlyLoad(x));
      p.after((final) => assert(final.outcome(1) === 0, 'read late'));
    });
    expect(failing(late, testRandomly)).toBe(0);
    // The priority of the load must be the lowest of 32: 63 of 2,000 are expected.
    expect(failing(late, testPartialOrders)).toBeGreaterThan(30);
    expect(failing(late, testPartialOrders)).toBeLessThan(120);
  });

  it('selectively tries all orders of the accesses to a location equally often', () => {
    for (const before of [0, 5, 10]) {
      const among = program('among', (p) => {
        const [x, own] = [p.variable('x'), p.variable('own')];
        p.thread('writer', function* () {
          for (let i = 1; i <= 10; i++) {
            yield store(own, i);
            yield store(x, i);
          }
        });
        p.thread('reader', () => onlyLoad(x));
        p.after((final) => assert(final.outcome(1) !== before, 'read'));
      });
      // One of eleven orders: 182 of 2,000 are expected.
      expect(failing(among, testSelectively)).toBeGreaterThan(130);
      expect(failing(among, testSelectively)).toBeLessThan(240);
      if (before === 10) expect(failing(among, testRandomly)).toBeLessThan(10);
    }
  });

  it('counts the accesses of threads that have yet to start for the thread that starts them', () => {
    const nested = program('nested', (p) => {
      const x = p.variable('x');
      p.thread('starter', function* () {
        const child = yield spawn(function* () {
          for (let i = 1; i <= 10; i++) yield store(x, i);
        });
        yield join(child);
      });
      p.thread('reader', () => onlyLoad(x));
      p.after((final) => assert(final.outcome(1) !== 0, 'read first'));
    });
    expect(failing(nested, testSelectively)).toBeGreaterThan(130);
    expect(failing(nested, testSelectively)).toBeLessThan(240);
  });

  it('stop on request', () => {
    let asked = 0;
    const until = (): boolean => ++asked > 5;
    expect(toTheEnd(testRandomly(new LocalStates(figure1()), { model: 'tso', runs: 100, until })).runs).toBe(5);
  });
});
