import type { InstructionProgram, ModelName, Program } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMPARED_MODELS,
  showFinal,
  bakery,
  dekker,
  takeQueue,
  fibonacci,
  increments,
  readers,
  storeBuffering,
  SMALL_PROGRAMS,
  randomProgram,
} from '@fencepost/testing';
import { POINTS, coverageOf } from '../../../benchmarks/explore/coverage.js';
import type { Exploration, SavedPool } from '../src/index.js';
import { JobPool, exploreGraphs } from '../src/index.js';

interface Findings {
  executions: number;
  blocked: number;
  readonly failures: Map<string, number>;
  readonly finals: Map<string, number>;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function addTo(findings: Findings, { states, executions, blocked, failures, finals }: Exploration): void {
  findings.executions += executions;
  findings.blocked += blocked;
  for (const { executions: count, ...failure } of failures) add(findings.failures, JSON.stringify(failure), count);
  for (const final of finals) add(findings.finals, showFinal(states, final), final.executions);
}

function nothing(): Findings {
  return { executions: 0, blocked: 0, failures: new Map(), finals: new Map() };
}

function atOnce(states: LocalStates, model: ModelName): Findings {
  const findings = nothing();
  addTo(findings, exploreGraphs(states, { model, finals: true }));
  return findings;
}

/** Explores in parts of this size; after each the pool goes through JSON, if `saving`. */
function inParts(states: LocalStates, model: ModelName, seed: number, budget: number, saving: boolean): Findings {
  const findings = nothing();
  let pool = new JobPool(seed);
  while (!pool.isEmpty) {
    const taken = pool.take();
    const part = exploreGraphs(states, {
      model,
      budget,
      finals: true,
      ...(taken.frontier && { from: taken.frontier }),
    });
    addTo(findings, part);
    pool.done(taken, part, part.rest);
    pool.sample(states, model);
    if (saving) pool = JobPool.restore(JSON.parse(JSON.stringify(pool.save())) as SavedPool);
  }
  const { executions } = findings;
  expect(pool.estimate()).toEqual({ low: executions, likely: executions, high: executions });
  return findings;
}

describe('a pool of jobs', () => {
  it.each(SMALL_PROGRAMS)('finds the same as a search in one go: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(
        randomProgram(size),
        fc.integer(),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (source: InstructionProgram, seed, budget, saving) => {
          const states = new LocalStates(fromInstructions(source));
          for (const model of COMPARED_MODELS) {
            expect(inParts(states, model, seed, budget, saving)).toEqual(atOnce(states, model));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('never has many jobs', () => {
    const pool = new JobPool(1);
    const states = new LocalStates(increments(7));
    let most = 0;
    for (; !pool.isEmpty; most = Math.max(most, pool.jobs)) {
      const taken = pool.take();
      const { executions, blocked, rest } = exploreGraphs(states, {
        model: 'tso',
        budget: 16,
        ...(taken.frontier && { from: taken.frontier }),
      });
      pool.done(taken, { executions, blocked }, rest);
    }
    expect(most).toBeGreaterThan(64);
    expect(most).toBeLessThan(100);
  });

  it('takes its jobs in an order that the seed decides', () => {
    const states = new LocalStates(increments(6));
    const firstJobs = (seed: number): string => {
      const pool = new JobPool(seed);
      const order: unknown[] = [];
      for (let i = 0; i < 6; i++) {
        const taken = pool.take();
        order.push(taken.frontier ?? null);
        const { executions, blocked, rest } = exploreGraphs(states, {
          model: 'tso',
          budget: 16,
          ...(taken.frontier && { from: taken.frontier }),
        });
        pool.done(taken, { executions, blocked }, rest);
      }
      return JSON.stringify(order);
    };
    const orders = Array.from({ length: 8 }, (_, seed) => firstJobs(seed));
    expect(new Set(orders).size).toBeGreaterThan(4);
    expect(firstJobs(3)).toBe(orders[3]);
  });
});

describe('the estimate', () => {
  /** After the first part of 256 executions. */
  function early(program: Program, model: ModelName, seed: number): JobPool {
    const pool = new JobPool(seed);
    const taken = pool.take();
    const states = new LocalStates(program);
    const { executions, blocked, rest } = exploreGraphs(states, { model, budget: 256 });
    pool.done(taken, { executions, blocked }, rest);
    expect(pool.estimate()).toBeUndefined();
    pool.sample(states, model);
    return pool;
  }

  it('is the same for the same seed, and survives being saved', () => {
    const pool = early(fibonacci(5), 'tso', 7);
    const estimate = pool.estimate()!;
    expect(early(fibonacci(5), 'tso', 7).estimate()).toEqual(estimate);
    expect(early(fibonacci(5), 'tso', 8).estimate()).not.toEqual(estimate);
    expect(JobPool.restore(JSON.parse(JSON.stringify(pool.save())) as SavedPool).estimate()).toEqual(estimate);
    expect(estimate.low).toBeLessThan(estimate.likely);
    expect(estimate.likely).toBeLessThan(estimate.high);
  });

  it('exists after each part, even if there is no time for dives into each job', () => {
    const states = new LocalStates(fibonacci(5));
    const pool = new JobPool(1);
    let total = 0;
    for (let part = 0; part < 30; part++) {
      const taken = pool.take();
      const { executions, blocked, rest } = exploreGraphs(states, {
        ...{ model: 'sc', budget: 256 },
        ...(taken.frontier && { from: taken.frontier }),
      });
      total += executions;
      pool.done(taken, { executions, blocked }, rest);
      let asked = 0;
      // There is time for one job, or for some dives from the root.
      if (part >= 3) pool.sample(states, 'sc', () => asked++ > 1);
      if (part >= 3) expect(pool.estimate()!.likely).toBeGreaterThan(total);
    }
    const whole = exploreGraphs(states, { model: 'sc' }).executions;
    const { low, high } = pool.estimate()!;
    expect(low).toBeLessThan(whole);
    expect(high).toBeGreaterThan(whole);
  });

  it('is right at once where all choices are alike', () => {
    expect(early(readers(14), 'tso', 1).estimate()!.likely).toBe(2 ** 14);
    expect(early(storeBuffering(12), 'tso', 1).estimate()!.likely).toBe(2 ** 12);
  });

  it('remains a number when there are more executions than numbers', () => {
    const { likely, high } = early(readers(600), 'sc', 1).estimate()!;
    expect(likely).toBeGreaterThan(1e100);
    expect(Number.isFinite(high)).toBe(true);
  });

  it('has the true total in its range nearly always', { timeout: 60_000 }, () => {
    const programs: readonly [Program, ModelName][] = [
      [fibonacci(5), 'sc'],
      [fibonacci(4, 'third thread'), 'sc'],
      [dekker(2, false), 'tso'],
      [bakery(2, false), 'tso'],
      [takeQueue(4, false), 'sc'],
    ];
    const runs = programs.flatMap(([program, model]) => coverageOf(program, model, [1, 2, 3]).runs);
    POINTS.forEach((_, point) => {
      expect(runs.filter((run) => run[point]!.inside).length / runs.length).toBeGreaterThanOrEqual(0.8);
      expect(runs.map((run) => run[point]!.width).toSorted((a, b) => a - b)[runs.length >> 1]).toBeLessThan(4);
    });
  });
});
