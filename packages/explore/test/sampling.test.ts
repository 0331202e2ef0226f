import { LocalStates, failureKey } from '@fencepost/core';
import { figure1, figure13, randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exploreAll, testRandomly, testWithPriorities, toTheEnd } from '../src/index.js';
import { MODELS, checked, replayed } from './tested-programs.js';

describe('plain random schedules and priorities', { timeout: 60_000 }, () => {
  it('find easy failures, with an execution', () => {
    for (const test of [testRandomly, testWithPriorities]) {
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
          for (const test of [testRandomly, testWithPriorities]) {
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

  it('stop on request', () => {
    let asked = 0;
    const until = (): boolean => ++asked > 5;
    expect(toTheEnd(testRandomly(new LocalStates(figure1()), { model: 'tso', runs: 100, until })).runs).toBe(5);
  });
});
