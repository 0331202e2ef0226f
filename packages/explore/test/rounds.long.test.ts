import type { ModelName } from '@fencepost/core';
import { DONE, FAIL, LocalStates, Machine, replay } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Explore } from '@fencepost/testing';
import { compareProgramWithOracle } from '@fencepost/testing';
import { exploreAll, exploreBounded, exploreGraphs, exploreSource, testRandomly } from '../src/index.js';
import { endOf, futuresOf } from './round-machine.js';
import type { Futures } from './round-machine.js';
import type { Threads } from '@fencepost/testing/round-programs';
import { PLACES, randomFailures, randomRounds, roundProgram } from '@fencepost/testing/round-programs';

const EXPLORERS: readonly (readonly [Explore, readonly ModelName[]])[] = [
  [exploreAll, ['sc', 'tso', 'pso']],
  [exploreGraphs, ['sc', 'tso', 'pso']],
  [exploreSource, ['sc', 'tso', 'pso']],
  [exploreBounded, ['sc']],
];

interface Found extends Futures {
  readonly limited: boolean;
}

function found(threads: Threads, model: ModelName, explore: Explore): Found {
  const { program, limited } = roundProgram(threads);
  const states = new LocalStates(program);
  const { finals, failures } = explore(states, { model, finals: true });
  const ends = new Set<string>();
  for (const final of finals) {
    const last = threads.map((_, t) => final.local(t));
    if (!last.every((state) => states.kind[state] === DONE)) continue;
    const memory = Array.from({ length: PLACES }, (_, x) => {
      const location = states.locations.find(x);
      return location === undefined ? 0 : final.value(location);
    });
    ends.add(endOf(last.map((state) => states.outcome(state) as number[]), memory)); // prettier-ignore
  }
  return {
    ends,
    failures: new Set(failures.filter(({ kind }) => kind !== 'deadlock').map(({ message }) => message)),
    deadlock: failures.some(({ kind }) => kind === 'deadlock'),
    limited: limited(),
  };
}

/** What is found that is not so and, unless a loop was not followed to its end, what is so and not found. */
function differences(expected: Futures, { limited, ...given }: Found): string[] {
  const list: string[] = [];
  for (const what of ['ends', 'failures'] as const) {
    for (const each of given[what]) if (!expected[what].has(each)) list.push(`${what}: ${each} cannot be`);
    if (limited) continue;
    for (const each of expected[what]) if (!given[what].has(each)) list.push(`${what}: ${each} is missing`);
  }
  if (given.deadlock && !expected.deadlock) list.push('no deadlock');
  if (!limited && expected.deadlock && !given.deadlock) list.push('a deadlock is missing');
  return list;
}

function agree(threads: Threads): void {
  for (const model of ['sc', 'tso', 'pso'] as const) {
    const expected = futuresOf(threads, model);
    for (const [explore, models] of EXPLORERS) {
      if (!models.includes(model)) continue;
      const wrong = differences(expected, found(threads, model, explore));
      expect(wrong.map((each) => `${explore.name} under ${model}: ${each}`)).toEqual([]);
    }
    agreeWithTests(threads, model, expected);
  }
  expect(compareProgramWithOracle(roundProgram(threads).program).disagreements).toEqual([]);
}

/** Random executions fail as they can, so does what they report when it is replayed, and they come to an end. */
function agreeWithTests(threads: Threads, model: ModelName, expected: Futures): void {
  const { program, limited } = roundProgram(threads);
  const tests = testRandomly(new LocalStates(program), { model, runs: 4, mostSteps: 1000 });
  let test = tests.next();
  while (test.done !== true) test = tests.next();
  const { states, failures, unfinished } = test.value;
  for (const { failure, witness } of failures) {
    const can = failure.kind === 'deadlock' ? expected.deadlock : expected.failures.has(failure.message);
    expect(can, `${failure.message} in a random execution under ${model}`).toBe(true);
    const machine = new Machine(states, model);
    replay(machine, witness);
    const failed = [...machine.local].some((state) => states.kind[state] === FAIL);
    expect(failure.kind === 'deadlock' ? machine.isDeadlocked() && !failed : failed).toBe(true);
  }
  const isCut = threads.flat().some(({ kind }) => kind === 'assume');
  if (!isCut && !limited()) expect(unfinished).toBe(0);
}

it.each([
  { threads: 2, pieces: 3, runs: 400 },
  { threads: 3, pieces: 2, runs: 150 },
])('operations after a failure do not count: $threads threads', { timeout: 300_000 }, ({ threads, pieces, runs }) => {
  fc.assert(fc.property(randomFailures(threads, pieces), agree), { numRuns: runs, seed: 1 });
});

describe('threads that go round loops, some of which write the same value again', () => {
  it.each([
    { threads: 1, pieces: 3, runs: 100 },
    { threads: 2, pieces: 2, runs: 300 },
    { threads: 2, pieces: 3, runs: 60 },
    { threads: 3, pieces: 2, runs: 30 },
  ])(
    'reach the results of a machine that really goes round: $threads threads',
    { timeout: 300_000 },
    ({ threads, pieces, runs }) => {
      fc.assert(fc.property(randomRounds(threads, pieces), agree), { numRuns: runs, seed: 1 });
    },
  );
});
