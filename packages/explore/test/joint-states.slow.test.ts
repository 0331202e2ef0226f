import type { Program } from '@fencepost/core';
import { LocalStates, Machine, Recorder, failureKey, fromInstructions, replay } from '@fencepost/core';
import {
  ENUMERABLE_PROGRAMS,
  GRAPH_MODELS,
  SMALL_PROGRAMS,
  orderedProgram,
  randomProgram,
  retryingThreads,
  show,
} from '@fencepost/testing';
import { randomRounds, roundProgram } from '@fencepost/testing/round-programs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FinishedMachine, JointSearch, endingOf, exploreAll, exploreGraphs, failuresOfRun } from '../src/index.js';

/** FENCEPOST_JOINT compares as many programs as you like. */
const PROGRAMS = Number(process.env['FENCEPOST_JOINT'] ?? 60);
const MOST_EXECUTIONS = 3000;
const MOST_STATES = 1 << 14;

interface Told {
  readonly failing: boolean;
  readonly racy: boolean;
}

/** What joint states tell. Checks the execution that shows a failure. Undefined: not decided. */
function toldByJointStates(
  program: Program,
): (Told & { readonly key: string | undefined; readonly ends: number }) | undefined {
  const states = new LocalStates(program);
  const search = new JointSearch(states, { races: true });
  while (search.advance(Infinity));
  const { failure: found, mayRace: racy, ends } = search;
  if (found === undefined)
    return search.isComplete && search.alwaysEnds ? { failing: false, racy, key: undefined, ends } : undefined;
  const key = failureKey(found.failure);
  const machine = new Machine(states, 'sc', new Recorder());
  replay(machine, found.schedule);
  const run = new FinishedMachine(machine);
  expect(failuresOfRun(states, run, endingOf(states, run)).map(failureKey)).toContain(key);
  return { failing: true, racy, key, ends };
}

describe('the joint states under SC', { timeout: 20_000 + 300 * PROGRAMS }, () => {
  it(`have the failures and ends of the oracle: ${PROGRAMS} random programs of each size`, () => {
    let ended = 0;
    for (const size of SMALL_PROGRAMS) {
      const agrees = fc.property(randomProgram(size), (source) => {
        // Otherwise stores that no thread reads are left out.
        const program: Program = { ...fromInstructions(source), faults: () => undefined };
        const told = toldByJointStates(program)!;
        const oracle = exploreAll(new LocalStates(program), { model: 'sc', finals: true });
        expect(told.failing).toBe(oracle.failures.length > 0);
        if (told.failing) expect(oracle.failures.map(failureKey)).toContain(told.key);
        else {
          ended++;
          expect(told.ends).toBe(oracle.finals.count);
        }
      });
      fc.assert(agrees, { numRuns: PROGRAMS });
    }
    expect(ended).toBeGreaterThan(PROGRAMS / 2);
  });

  it(`have the failures of all executions where threads retry: ${PROGRAMS} random programs`, () => {
    let merged = 0;
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const { program, text } = retryingThreads(seed);
      const states = new LocalStates(program);
      const found = exploreGraphs(states, { model: 'sc', finals: true, budget: MOST_EXECUTIONS });
      if (found.rest.length > 0) continue;
      const told = toldByJointStates(program);
      expect(told, text).toBeDefined();
      expect(told!.failing, text).toBe(found.failures.length > 0);
      if (told!.ends < found.executions) merged++;
    }
    expect(merged).toBeGreaterThan(PROGRAMS / 20);
  });

  it(`have the deadlocks of the oracle where threads spin: ${PROGRAMS} random programs`, () => {
    let deadlocks = 0;
    let undecided = 0;
    const agrees = fc.property(randomRounds(2, 2), (threads) => {
      const { program, limited } = roundProgram(threads);
      const told = toldByJointStates(program);
      if (limited()) return;
      if (told === undefined) {
        // A loop may go on for ever, although it changes something.
        undecided++;
        return;
      }
      const oracle = exploreAll(new LocalStates(program), { model: 'sc' });
      if (limited()) return;
      expect(told.failing).toBe(oracle.failures.length > 0);
      if (told.failing) deadlocks++;
    });
    fc.assert(agrees, { numRuns: 3 * PROGRAMS });
    expect(undecided).toBeLessThan(PROGRAMS / 30);
    expect(deadlocks).toBeGreaterThan(PROGRAMS / 20);
  });

  it(`are before a data race if an execution has one: ${PROGRAMS} random programs of each size`, () => {
    let racy = 0;
    let extra = 0;
    for (const size of ENUMERABLE_PROGRAMS) {
      const agrees = fc.property(orderedProgram(size, 'plain and seq_cst'), (source) => {
        const program = fromInstructions(source);
        const told = toldByJointStates(program)!;
        // After a failure, the search does not go on.
        if (told.failing) return;
        const graphs = exploreGraphs(new LocalStates(program), { model: 'sc', races: true });
        if (graphs.racy === 0 && told.racy) {
          // A compare-and-swap counts as a write even if it fails in all executions.
          expect(JSON.stringify(source)).toContain('"cas"');
          extra++;
        } else expect(told.racy).toBe(graphs.racy > 0);
        if (told.racy) racy++;
      });
      fc.assert(agrees, { numRuns: PROGRAMS });
    }
    expect(racy).toBeGreaterThan(PROGRAMS / 4);
    expect(extra).toBeLessThan(racy / 4);
  });

  it(`tell where all executions of all models are SC: ${PROGRAMS} random programs of each size`, () => {
    let ordered = 0;
    for (const size of ENUMERABLE_PROGRAMS) {
      for (const orders of ['plain and seq_cst', 'all'] as const) {
        const agrees = fc.property(orderedProgram(size, orders), (source) => {
          const program = fromInstructions(source);
          const search = new JointSearch(new LocalStates(program), { races: true });
          while (search.advance(Infinity));
          if (search.failure !== undefined || !search.isOrdered) return;
          ordered++;
          for (const model of GRAPH_MODELS) {
            const { nonSequential, failures, racy } = exploreGraphs(new LocalStates(program), { model });
            expect([model, nonSequential, failures, racy]).toEqual([model, 0, [], 0]);
          }
        });
        fc.assert(agrees, { numRuns: PROGRAMS });
      }
    }
    expect(ordered).toBeGreaterThan(PROGRAMS / 10);
  });

  it(`tell where all executions under TSO are SC: ${PROGRAMS} random programs of each size`, () => {
    let [free, onlyTotal, missed] = [0, 0, 0];
    for (const size of ENUMERABLE_PROGRAMS) {
      for (const orders of ['plain and seq_cst', 'all'] as const) {
        const agrees = fc.property(orderedProgram(size, orders), (source) => {
          const program = fromInstructions(source);
          const search = new JointSearch(new LocalStates(program), { races: true, triangles: true });
          while (search.advance(Infinity));
          if (search.failure !== undefined) return;
          const { nonSequential, failures } = exploreGraphs(new LocalStates(program), { model: 'tso' });
          if (!search.isTriangleFree) {
            if (nonSequential === 0) missed++;
            return;
          }
          free++;
          if (!search.isOrdered) onlyTotal++;
          expect([nonSequential, failures], show(source)).toEqual([0, []]);
        });
        fc.assert(agrees, { numRuns: PROGRAMS });
      }
    }
    expect(onlyTotal).toBeGreaterThan(PROGRAMS / 20);
    expect(free).toBeGreaterThan(missed);
  });

  it(`tell the same where threads retry or spin: ${PROGRAMS} random programs of each kind`, () => {
    const isFree = (program: Program): boolean => {
      const search = new JointSearch(new LocalStates(program), { races: true, triangles: true });
      while (search.advance(MOST_STATES));
      return search.failure === undefined && search.isComplete && search.alwaysEnds && search.isTriangleFree;
    };
    let retrying = 0;
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const { program, text } = retryingThreads(seed);
      if (!isFree(program)) continue;
      const options = { model: 'tso', budget: MOST_EXECUTIONS } as const;
      const { nonSequential, failures } = exploreGraphs(new LocalStates(program), options);
      expect([nonSequential, failures], text).toEqual([0, []]);
      retrying++;
    }
    expect(retrying).toBeGreaterThan(PROGRAMS / 20);
    let spinning = 0;
    const agrees = fc.property(randomRounds(2, 2), (threads) => {
      const { program, limited } = roundProgram(threads);
      if (!isFree(program) || limited()) return;
      const { nonSequential, failures } = exploreGraphs(new LocalStates(program), { model: 'tso' });
      if (limited()) return;
      expect([nonSequential, failures]).toEqual([0, []]);
      spinning++;
    });
    fc.assert(agrees, { numRuns: 3 * PROGRAMS });
    expect(spinning).toBeGreaterThan(PROGRAMS / 20);
  });
});
