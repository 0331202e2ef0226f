import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LocalStates as States, Program } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_MODELS, fibonacci, increments, lastZero, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import { exploreGraphs } from '../src/index.js';

/** Bytes in use after a garbage collection, typed arrays included. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('memory stays flat', () => {
  it.each([
    [increments(9), 362_880],
    [fibonacci(6), 226_512],
  ])(
    '$name ends with at most 1.5 times the memory it had after 10,000 executions',
    { timeout: 120_000 },
    (source, all) => {
      const early: number[] = [];
      let seen = 0;
      const { executions } = exploreGraphs(new LocalStates(source), {
        model: 'tso',
        onExecution: () => {
          if (++seen === 10_000 || seen === all) early.push(memoryInUse());
        },
      });
      expect(executions).toBe(all);
      expect(early[1]! / early[0]!).toBeLessThanOrEqual(1.5);
    },
  );
});

describe('forgotten states are discovered again', () => {
  const totals = (states: States): unknown[] =>
    COMPARED_MODELS.map((model) => {
      const { executions, blocked, nonSequential, deadlocks, failures } = exploreGraphs(states, { model });
      return { executions, blocked, nonSequential, deadlocks, failures: failures.map((f) => JSON.stringify(f)).sort() };
    });
  const same = (source: Program): void => {
    expect(totals(new LocalStates(source, 1))).toEqual(totals(new LocalStates(source)));
  };

  it('on random programs', { timeout: 60_000 }, () => {
    for (const size of SMALL_PROGRAMS) {
      fc.assert(
        fc.property(randomProgram(size), (source) => {
          same(fromInstructions(source));
        }),
        { numRuns: 60 },
      );
    }
  });

  it.each([fibonacci(3), lastZero(6)])('on $name', same);
});
