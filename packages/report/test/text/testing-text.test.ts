import type { CycleAccess, CycleReport, TestReport } from '@fencepost/report';
import { isFoundByTest, testingText } from '@fencepost/report';
import { describe, expect, it } from 'vitest';

const access = (kind: CycleAccess['kind'], file: string, line: number, column: number): CycleAccess => ({
  kind,
  label: `${file}:${line}:${column}`,
  site: { file, line, column },
});

const STORE = access('store', 'src/a.c', 5, 3);
const LOAD = access('load', 'src/a.c', 6, 7);
const OTHER_LOAD = access('load', 'src/a.c', 6, 20);
const SWAP = access('rmw', 'src/b.h', 9, 1);

function cycleOf(cycle: Partial<CycleReport>): CycleReport {
  return {
    ...{
      outcome: 'not confirmed',
      predicted: true,
      accesses: [STORE, LOAD, SWAP, OTHER_LOAD],
      trials: 30,
      confirmed: 0,
      byTheWay: 0,
    },
    ...{ probability: 0, failures: [], schedule: null },
    ...cycle,
  };
}

function testOf(test: Partial<TestReport>): TestReport {
  return {
    ...{ source: 'src/a.c', program: 'a.c', model: 'tso', method: 'active', seed: 1, executions: 260, sequential: 200 },
    ...{ unfinished: 0, seconds: 0.25, stoppedBy: null, predicted: 0, confirmed: 0, harmful: 0, cycles: [] },
    ...{ failures: [], schedule: null, notes: [], replay: ['--model', 'tso'] },
    ...test,
  };
}

function lines(...tests: TestReport[]): string[] {
  return testingText(tests, {}, { width: 100, colour: false });
}

describe('the text about tests', () => {
  it('names accesses so that none are taken for another', () => {
    const told = lines(testOf({ predicted: 1, cycles: [cycleOf({})] }));
    expect(told).toContain('    not confirmed in 30 trials');
    expect(told).toContain('      - the store at line 5, then the load at line 6:7');
    expect(told).toContain('      - the read-modify-write at b.h:9, then the load at line 6:20');
  });

  it('omits schedules that fill a screen', () => {
    const schedule = `fp1:${'1.1-1c.'.repeat(300)}2`;
    const told = lines(testOf({ predicted: 1, confirmed: 1, cycles: [cycleOf({ outcome: 'benign', schedule })] }));
    expect(told).toContain('      --format json has its schedule (2,105 characters)');
    expect(told.join('\n')).not.toContain('fp1:');
  });

  it('says how often a cycle was confirmed, and how to see it', () => {
    const confirmed = cycleOf({ outcome: 'benign', confirmed: 12, probability: 0.4, schedule: 'fp1:1x2' });
    const byTheWay = cycleOf({ outcome: 'benign', byTheWay: 2, schedule: 'fp1:1x3' });
    const told = lines(testOf({ predicted: 2, confirmed: 2, cycles: [confirmed, byTheWay] }));
    expect(told.slice(0, 3)).toEqual([
      'src/a.c',
      '  TSO  not robust, apparently benign  260 executions, 0.25 s, seed 1',
      '       2 cycles predicted, 2 confirmed, 0 harmful, 0 not confirmed',
    ]);
    expect(told).toContain('    apparently benign: confirmed in 12 of 30 trials (probability 0.40)');
    expect(told).toContain(
      '    apparently benign: confirmed in 0 of 30 trials, but in 2 other executions (probability 0.00)',
    );
    expect(told).toContain('      replay  fencepost replay src/a.c fp1:1x2 --model tso');
  });

  it('counts cycles that were not predicted', () => {
    const cycles = [cycleOf({}), cycleOf({ predicted: false, outcome: 'benign', byTheWay: 1, schedule: 'fp1:1x2' })];
    const told = lines(testOf({ predicted: 1, confirmed: 1, cycles }));
    expect(told[2]).toBe('       1 cycle predicted, 1 other seen, 1 confirmed, 0 harmful, 1 not confirmed');
    expect(told.join('\n')).toContain('confirmed in 0 of 30 trials, but in 1 other execution (');
  });

  it('counts cycles that the model cannot have', () => {
    const told = lines(testOf({ predicted: 1, cycles: [cycleOf({ outcome: 'not possible', trials: 0 })] }));
    expect(told[2]).toBe('       1 cycle predicted, 1 not possible under TSO, 0 confirmed, 0 harmful, 0 not confirmed');
    expect(told.join('\n')).not.toContain('trials');
  });

  it('numbers failures if there are several, and reports the same one once', () => {
    const failure = { kind: 'assertion', executions: 3, underSc: null, counterexample: null } as const;
    const failures = [
      { ...failure, message: 'one' },
      { ...failure, message: 'two\nlines' },
    ];
    const cycles = [cycleOf({ outcome: 'harmful', confirmed: 30, probability: 1, failures: [0, 1] })];
    const found = { failures, cycles, predicted: 1, confirmed: 1, harmful: 1 };
    const told = lines(testOf(found), testOf({ ...found, model: 'pso' }));
    expect(told).toContain('  TSO  1. check failed: one');
    expect(told).toContain('  TSO  2. check failed: two …');
    expect(told).toContain('      lines');
    expect(told).toContain('  PSO  1. check failed: one, as under TSO, above');
    expect(told).toContain('    harmful: confirmed in 30 of 30 trials (probability 1.00), with failures 1 and 2');
  });

  it('says when a failure was seen first, and where', () => {
    const failure = { kind: 'deadlock', message: 'all wait', underSc: true, counterexample: null } as const;
    const failures = [{ ...failure, executions: 3, firstExecution: 1200 }];
    const told = lines(testOf({ method: 'pct', executions: 5000, failures }));
    expect(told[1]).toBe('  TSO  fails, also under SC  5,000 executions by priorities (PCT), 0.25 s, seed 1');
    expect(told).toContain('    in 3 of 5,000 executions, first in execution 1,200');
  });

  it('names the limits of the tests, once for all models', () => {
    const test = testOf({ stoppedBy: 'time', unfinished: 7, notes: ['a loop: only 32 iterations'] });
    const told = lines(test, { ...test, model: 'pso', stoppedBy: 'interrupt' });
    expect(told).toContain('  TSO  ended by --max-time');
    expect(told).toContain('  PSO  interrupted');
    expect(told).toContain('  TSO, PSO  7 of 260 executions did not come to an end');
    expect(told).toContain('  TSO, PSO  note: a loop: only 32 iterations');
    expect(told.at(-1)).toContain('tests prove nothing');
  });
});

describe('whether anything was found', () => {
  it('depends on the accepted violations', () => {
    const failures = [
      { kind: 'assertion', message: 'no', executions: 1, underSc: null, counterexample: null },
    ] as const satisfies TestReport['failures'];
    expect(isFoundByTest(testOf({}), {})).toBe(false);
    expect(isFoundByTest(testOf({ confirmed: 1 }), {})).toBe(true);
    expect(isFoundByTest(testOf({ confirmed: 1 }), { allowRelaxed: true })).toBe(false);
    expect(isFoundByTest(testOf({ confirmed: 1, allowsRelaxed: true }), {})).toBe(false);
    expect(isFoundByTest(testOf({ failures }), { allowRelaxed: true })).toBe(true);
  });
});
