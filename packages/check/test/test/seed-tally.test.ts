import { SeedTally, dividedSeeds, seedsIn, testProgram } from '@fencepost/check';
import { Random } from '@fencepost/core';
import type { CycleReport, TestFailureReport, TestReport } from '@fencepost/report';
import { figure1, figure2 } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';

function tested(seed: number): TestReport {
  const make = seed % 3 === 0 ? figure2 : figure1;
  const [test] = testProgram(make(), { models: ['pso'], seed, maxExecutions: 40 });
  return { ...test!, source: 'paper.c', program: 'figure', replay: [] };
}

/** Adds up in groups, each of which is sent as JSON. */
function merged(groups: readonly (readonly TestReport[])[]): TestReport {
  const whole = new SeedTally();
  for (const group of groups) {
    const part = new SeedTally();
    for (const test of group) part.add(test);
    whole.merge(JSON.parse(JSON.stringify(part.save())) as ReturnType<SeedTally['save']>);
  }
  return { ...whole.report(1), seconds: 0 };
}

const CYCLE: CycleReport = {
  ...{ outcome: 'harmful', predicted: true, trials: 30, confirmed: 3, byTheWay: 0, probability: 0.1 },
  accesses: [
    { kind: 'store', label: 'a' },
    { kind: 'load', label: 'b' },
    { kind: 'store', label: 'c' },
    { kind: 'load', label: 'd' },
  ],
  ...{ failures: [0], schedule: 'fp1:first' },
};

const FAILURE: TestFailureReport = {
  ...{ kind: 'assertion', message: 'both entered', executions: 3, underSc: null, counterexample: null },
};

function report(seed: number, failures: readonly TestFailureReport[], cycles: readonly CycleReport[]): TestReport {
  return {
    ...{ source: 'a.c', program: 'a', model: 'tso', method: 'active', seed, executions: 100, sequential: 50 },
    ...{ unfinished: 0, seconds: 1, stoppedBy: null, predicted: 1, confirmed: 1, harmful: 1, cycles, failures },
    ...{ schedule: null, notes: [], replay: [] },
  };
}

function reportOf(...tests: readonly TestReport[]): TestReport {
  const tally = new SeedTally();
  for (const test of tests) tally.add(test);
  return tally.report(1);
}

describe('the results of several seeds', () => {
  it('does not depend on which worker tested which seed, nor on the order', () => {
    const tests = Array.from({ length: 12 }, (_, i) => tested(i + 1));
    const expected = merged([tests]);
    expect(expected.seeds).toBe(12);
    expect(expected.failures.length).toBeGreaterThan(0);
    const random = new Random(1);
    for (let trial = 0; trial < 30; trial++) {
      const shuffled = tests.toSorted(() => random.next() - 0.5);
      const groups: TestReport[][] = [[], [], []];
      for (const test of shuffled) groups[Math.floor(random.next() * 3)]!.push(test);
      expect(merged(groups)).toEqual(expected);
    }
  });

  it('equal the result of one seed if there is one', () => {
    const test = tested(4);
    const { seeds, ...rest } = merged([[test]]);
    expect(seeds).toBe(1);
    const failures = rest.failures.map(({ seed: _, ...failure }) => failure);
    expect({ ...rest, failures, seed: 4 }).toEqual({ ...test, seconds: 0 });
  });

  it('is the first seed that fails, with all executions that do', () => {
    const { failures, cycles } = reportOf(report(9, [FAILURE], [CYCLE]), report(5, [FAILURE], []), report(7, [], []));
    expect(failures).toMatchObject([{ seed: 5, executions: 6 }]);
    expect(cycles).toMatchObject([{ outcome: 'harmful', failures: [0] }]);
  });

  it('recognises a cycle that begins with another pair', () => {
    const turned = { ...CYCLE, accesses: [...CYCLE.accesses.slice(2), ...CYCLE.accesses.slice(0, 2)] };
    const { cycles } = reportOf(report(1, [FAILURE], [CYCLE]), report(2, [FAILURE], [turned]));
    expect(cycles).toMatchObject([{ trials: 60, confirmed: 6, probability: 0.1, accesses: CYCLE.accesses }]);
  });

  it('does not blame a cycle for a failure that some seed shows under SC', () => {
    const other = { ...FAILURE, message: 'lost' };
    const later = { ...CYCLE, schedule: 'fp1:later' };
    const tests = [
      report(1, [FAILURE], [CYCLE]),
      report(2, [{ ...FAILURE, underSc: true }], []),
      report(3, [other], [later]),
    ];
    // What is shown for it must fail in the way that it is blamed for.
    expect(reportOf(...tests).cycles).toMatchObject([{ outcome: 'harmful', failures: [0], schedule: 'fp1:later' }]);
    expect(reportOf(...tests).failures.map(({ message }) => message)).toEqual(['lost', 'both entered']);
    expect(reportOf(tests[0]!, tests[1]!)).toMatchObject({
      ...{ confirmed: 1, harmful: 0 },
      cycles: [{ outcome: 'benign', failures: [], schedule: 'fp1:first' }],
    });
  });

  it('reports why some were not tested', () => {
    const tally = new SeedTally();
    tally.add({ ...report(1, [], []), stoppedBy: 'executions' });
    expect(tally.report(1).stoppedBy).toBe('executions');
    tally.leaveOut('time');
    expect(tally.report(1)).toMatchObject({ stoppedBy: 'time', seeds: 1 });
  });
});

describe('a range of seeds', () => {
  it.each([
    [[1, 1], 64],
    [[0, 9], 3],
    [[5, 1_000_004], 64],
    [[7, 8], 8],
  ] as const)('%j is divided into %i ranges at most', (range, most) => {
    const pieces = dividedSeeds(range, most);
    expect(pieces.length).toBe(Math.min(most, seedsIn(range)));
    expect([pieces[0]![0], pieces.at(-1)![1]]).toEqual(range);
    pieces.slice(1).forEach(([first], i) => expect(first).toBe(pieces[i]![1] + 1));
    const sizes = pieces.map(seedsIn);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });
});
