import { checkProgram } from '@fencepost/check';
import type { ProgramCheck } from '@fencepost/check';
import type { Program } from '@fencepost/core';
import { fromInstructions } from '@fencepost/core';
import { lastZero, randomProgram, relaxedRing, storeBuffering } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { told } from '@fencepost/testing/told';
import { decodeFrontier, divided, encodeFrontier } from '../src/runs/frontiers.js';
import { pathsOfChildren } from '../src/runs/protocol.js';
import { Simulation } from './simulated.js';

const RUNS = { numRuns: Number(process.env['FENCEPOST_RUNS'] ?? 25), seed: 17 };
const SIZES = fc.constantFrom({ threads: 3, operations: 10 }, { threads: 4, operations: 9 });

/** All but which executions are shown, and in which order what was found is told. */
function counts(checks: readonly ProgramCheck[]): unknown {
  return checks.map(({ model, verdict, robust, harmful, executions, blocked, events, failures, violations }) => ({
    ...{ model, verdict, robust, harmful, executions, blocked, events },
    failures: failures.map((each) => `${each.kind} ${each.message} ${each.executions} ${each.underSc}`).sort(),
    violations: violations.map((each) => each.executions).sort(),
  }));
}

describe('the findings of a cluster', { timeout: 120_000 }, () => {
  it.each([
    ['sb(8)', () => storeBuffering(8)],
    ['lastzero(7)', () => lastZero(7)],
    ['relaxed 10', () => relaxedRing(10)],
  ] as const)('with the policy all equal those of one process: %s', (_, make) => {
    for (const seed of [1, 2, 3]) {
      const simulation = new Simulation(make, { policy: 'all', seed });
      expect(counts(simulation.check())).toEqual(counts(checkProgram(make(), { all: true })));
      expect(simulation.jobs).toBeGreaterThan(30);
    }
  });

  it('is the same for random programs', () => {
    fc.assert(
      fc.property(SIZES.chain(randomProgram), fc.integer({ min: 1 }), fc.boolean(), (source, seed, races) => {
        const make = (): Program => fromInstructions(source);
        const found = new Simulation(make, { policy: 'all', seed, races }).check();
        expect(counts(found)).toEqual(counts(checkProgram(make(), { all: true, races })));
      }),
      RUNS,
    );
  });

  it('with the policy least does not depend on the distribution of work, down to the shown execution', () => {
    let failing = 0;
    fc.assert(
      fc.property(SIZES.chain(randomProgram), fc.integer({ min: 1 }), fc.boolean(), (source, seed, races) => {
        const make = (): Program => fromInstructions(source);
        const [one, ...others] = [0, 1, 2].map((i) =>
          told(new Simulation(make, { policy: 'least', seed: seed + i, races }).check()),
        );
        for (const other of others) expect(other).toEqual(one);
        if (JSON.stringify(one).includes('"failing"')) failing++;
      }),
      RUNS,
    );
    expect(failing).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it('with the policy first has the verdicts of one process', () => {
    fc.assert(
      fc.property(SIZES.chain(randomProgram), fc.integer({ min: 1 }), (source, seed) => {
        const make = (): Program => fromInstructions(source);
        const verdicts = (checks: readonly ProgramCheck[]): unknown =>
          checks.map(({ model, verdict }) => [model, verdict]);
        const found = new Simulation(make, { policy: 'first', seed }).check();
        expect(verdicts(found)).toEqual(verdicts(checkProgram(make())));
      }),
      RUNS,
    );
  });
});

describe('frontiers', () => {
  it('are divided into consecutive pieces', () => {
    const jobs = Array.from({ length: 11 }, (_, i) => i) as unknown as Parameters<typeof divided>[0];
    for (const most of [1, 2, 8, 20]) {
      const pieces = divided(jobs, most);
      expect(pieces).toHaveLength(Math.min(most, 11));
      expect(pieces.flat()).toEqual(jobs);
      expect(pieces.every((piece) => piece.length > 0)).toBe(true);
    }
    expect(divided([], 8)).toEqual([]);
  });

  it('come back as they were', () => {
    expect(decodeFrontier(encodeFrontier([]))).toEqual([]);
    expect(decodeFrontier(null)).toBeNull();
    expect(() => decodeFrontier(Buffer.from('poison'))).toThrow();
  });

  it('have paths in their order', () => {
    const paths = pathsOfChildren('0a', 64);
    expect(paths.toSorted()).toEqual(paths);
    expect(paths.every((path) => path > '0a' && path < '0b')).toBe(true);
    expect(pathsOfChildren('0a', 1)).toEqual(['0a']);
  });
});
