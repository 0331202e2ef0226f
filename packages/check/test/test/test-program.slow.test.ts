import { LocalStates, parseChecked, replayedTrace, RestartSearch } from '@fencepost/core';
import { accessesOf, hasCycle } from '@fencepost/explore';
import type { Program, TestProgress } from 'fencepost';
import type { ProgramTest, TestOptions } from '@fencepost/check';
import { assert, fence, load, lock, program, replayProgram, store, unlock } from 'fencepost';
import { TEST_METHODS, testProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { dekkerOfLines, figure1, figure13, figure2, largeProgram } from '@fencepost/testing';

const fixture = async (name: string): Promise<Program> =>
  ((await import(`../../../fencepost/test/fixtures/${name}.mjs`)) as { default: Program }).default;

/** How many were predicted, confirmed, harmful. */
function counts(tests: readonly ProgramTest[]): Record<string, readonly number[]> {
  return Object.fromEntries(
    tests.map(({ model, predicted, confirmed, harmful }) => [model, [predicted, confirmed, harmful]]),
  );
}

/** The check of a program, delayed. */
function waitsBefore(milliseconds: number, after: NonNullable<Program['after']>): NonNullable<Program['after']> {
  return (final) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    after(final);
  };
}

const ALL = { models: ['tso', 'pso', 'pslo'] } as const satisfies TestOptions;

describe('active testing of the small programs of the paper', () => {
  it('finds store buffering harmful under every model', () => {
    const tests = testProgram(figure1(), ALL);
    expect(counts(tests)).toEqual({ tso: [1, 1, 1], pso: [1, 1, 1], pslo: [1, 1, 1] });
    for (const { cycles, failures, stoppedBy } of tests) {
      expect(cycles[0]).toMatchObject({ outcome: 'harmful', trials: 30, failures: [0] });
      expect(cycles[0]!.accesses.map(({ kind, label }) => [kind, label])).toEqual([
        ['store', 'l:1'],
        ['load', 'l:2'],
        ['store', 'l:3'],
        ['load', 'l:4'],
      ]);
      expect(failures).toMatchObject([{ kind: 'assertion', message: 'both read 0', underSc: null }]);
      expect(stoppedBy).toBeNull();
    }
  });

  it('finds one of two cycles of message passing harmful, where stores pass stores', () => {
    const tests = testProgram(figure2(), ALL);
    expect(counts(tests)).toEqual({ tso: [2, 0, 0], pso: [2, 2, 1], pslo: [2, 2, 1] });
    expect(tests[0]!.cycles.map(({ outcome }) => outcome)).toEqual(['not possible', 'not possible']);
    expect(tests[1]!.cycles.map(({ outcome }) => outcome)).toEqual(['harmful', 'benign']);
  });

  it('finds the rare cycle of figure 13, which executions at random do not have', () => {
    const long = figure13(300);
    expect(counts(testProgram(long, { models: ['tso'] }))).toEqual({ tso: [1, 1, 1] });
    const [random] = testProgram(long, { models: ['tso'], method: 'random', maxExecutions: 300 });
    expect(random).toMatchObject({ executions: 300, stoppedBy: 'executions', failures: [] });
  });

  it('reports that it does not try all cycles of a large program', () => {
    const large = largeProgram({ threads: 8, lines: 60, variables: 16, seed: 1 });
    const [test] = testProgram(large, { models: ['tso'], maxExecutions: 60 });
    expect(test).toMatchObject({
      predicted: 2000,
      notes: ['too many cycles to try all: only the 2,000 cycles whose accesses are closest together were kept'],
    });
  });

  it('shows executions that exist', () => {
    for (const model of ALL.models) {
      const source = dekkerOfLines(2);
      const [test] = testProgram(source, { models: [model], maxExecutions: 1500 });
      expect(test!.harmful).toBeGreaterThan(0);
      for (const { outcome, accesses, schedule, failures } of test!.cycles) {
        if (schedule === null) {
          expect(['not confirmed', 'not possible']).toContain(outcome);
          continue;
        }
        const replayed = replayProgram(source, model, schedule);
        expect(replayed.counterexample.cycle).not.toEqual([]);
        if (outcome === 'harmful') {
          const messages = failures.map((number) => test!.failures[number]!.message);
          expect(messages).toEqual(expect.arrayContaining(replayed.failures.map(({ message }) => message)));
          expect(replayed.failures).not.toEqual([]);
        }
        const states = new LocalStates(source);
        const trace = replayedTrace(states, model, parseChecked(schedule).schedule);
        const labels = accesses.map(({ kind, label }) => labelOf(states, kind, label));
        expect(hasCycle(accessesOf(trace), labels)).toBe(true);
      }
      for (const { message, counterexample } of test!.failures) {
        const { failures } = replayProgram(source, model, counterexample!.schedule);
        expect(failures.map((each) => each.message)).toContain(message);
      }
    }
  });
});

function labelOf({ labels }: LocalStates, kind: string, text: string): number {
  const numbers = Array.from({ length: labels.count }, (_, number) => number);
  return numbers.find((number) => labels.get(number).kind === kind && labels.get(number).text === text)!;
}

describe('testProgram', () => {
  it('finds nothing where fences forbid the cycles', async () => {
    const [test] = testProgram(await fixture('fenced'), { models: ['pso'] });
    expect(test).toMatchObject({ confirmed: 0, harmful: 0, failures: [], schedule: null, stoppedBy: null });
    expect(test!.cycles.map(({ outcome }) => outcome)).toEqual(['not confirmed']);
  });

  it('calls a cycle benign if nothing fails because of it', async () => {
    const [test] = testProgram(await fixture('benign'), { models: ['tso'] });
    expect(test).toMatchObject({ predicted: 1, confirmed: 1, harmful: 0, failures: [] });
    expect(test!.schedule).toBe(test!.cycles[0]!.schedule);
  });

  it('finds failures under SC, and blames no cycle for them', async () => {
    for (const { failures, harmful, schedule } of testProgram(await fixture('lost-update'))) {
      expect(failures).toMatchObject([{ message: 'an update is lost', underSc: true, counterexample: { cycle: [] } }]);
      expect(harmful).toBe(0);
      expect(schedule).toBe(failures[0]!.counterexample!.schedule);
    }
    const [tso] = testProgram(await fixture('two-failures'), { models: ['tso'] });
    expect(tso!.failures.map(({ message, underSc }) => [message, underSc])).toEqual([
      ['both are late', null],
      ['not made for this', true],
    ]);
    expect(tso!.cycles[0]).toMatchObject({ outcome: 'harmful', failures: [0] });
  });

  it('finds deadlocks', () => {
    const crossed = program('crossed', (p) => {
      const [a, b] = [p.mutex('a'), p.mutex('b')];
      p.thread('ab', function* () {
        yield lock(a);
        yield lock(b);
        yield unlock(b);
        yield unlock(a);
      });
      p.thread('ba', function* () {
        yield lock(b);
        yield lock(a);
        yield unlock(a);
        yield unlock(b);
      });
    });
    expect(testProgram(crossed, { models: ['tso'] })[0]!.failures).toMatchObject([{ kind: 'deadlock', underSc: true }]);
  });

  it.each(['active', 'random', 'pct'] as const)('gives the same results with the same seed: %s', (method) => {
    const told = (seed: number): unknown =>
      testProgram(dekkerOfLines(2), { method, seed, maxExecutions: 400 }).map((test) => ({ ...test, seconds: 0 }));
    expect(told(7)).toEqual(told(7));
    expect(told(7)).not.toEqual(told(8));
  });

  it.each(TEST_METHODS.filter((method) => method !== 'active'))(
    'reports the execution in which a failure was first seen: %s',
    (method) => {
      const [test] = testProgram(figure1(), { models: ['tso'], method, maxExecutions: 100 });
      const { firstExecution, executions } = test!.failures[0]!;
      expect(test).toMatchObject({ method, executions: 100, sequential: 0, cycles: [] });
      expect(executions).toBeGreaterThan(1);
      // This many are needed to see it, and no fewer.
      const failures = (most: number): number =>
        testProgram(figure1(), { models: ['tso'], method, maxExecutions: most })[0]!.failures.length;
      expect(failures(firstExecution!)).toBe(1);
      if (firstExecution! > 1) expect(failures(firstExecution! - 1)).toBe(0);
    },
  );

  it('respects the limits of executions and time', () => {
    for (const method of TEST_METHODS) {
      for (const maxExecutions of [1, 7, 50]) {
        const [test] = testProgram(dekkerOfLines(2), { models: ['pso'], method, maxExecutions });
        expect(test).toMatchObject({ executions: maxExecutions, stoppedBy: 'executions' });
      }
      const tests = testProgram(dekkerOfLines(50), { method, maxSeconds: 0.4 });
      expect(tests.map(({ stoppedBy }) => stoppedBy)).toEqual(['time', 'time']);
    }
  });

  it('leaves time for trials if executions are long', () => {
    const slow: Program = { ...figure1(), after: waitsBefore(30, figure1().after!) };
    // 200 executions under SC would take 6 seconds.
    const [test] = testProgram(slow, { models: ['tso'], maxSeconds: 2 });
    expect(test).toMatchObject({ stoppedBy: 'time', predicted: 1, harmful: 1 });
    expect(test!.cycles[0]!.trials).toBeGreaterThan(3);
    expect(test!.sequential).toBeLessThan(60);
    expect(test!.notes).toEqual([
      expect.stringMatching(/^cycles were predicted from only \d+ of 100 planned executions under SC; for more,/),
    ]);
    const [short] = testProgram(figure1(), { models: ['tso'], maxExecutions: 20 });
    expect(short!.notes).toEqual([]);
  });

  it('reports its progress', () => {
    const seen: TestProgress[] = [];
    testProgram(figure1(), { models: ['tso'], onProgress: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['under SC', 'predicting', 'steering']);
    expect(seen.at(-1)).toEqual({
      ...{ model: 'tso', phase: 'steering', executions: 150, of: 150, predicted: 1, confirmed: 1, harmful: 1 },
    });
  });

  it('finds longer cycles on request', () => {
    const three = program('three', (p) => {
      const variables = ['x', 'y', 'z'].map((name) => p.variable(name));
      variables.forEach((mine, i) =>
        p.thread(`t${i}`, function* () {
          yield store(mine, 1);
          return yield load(variables[(i + 1) % 3]!);
        }),
      );
      p.after((final) =>
        assert(
          [0, 1, 2].some((t) => final.outcome(t) === 1),
          'all read 0',
        ),
      );
    });
    // Scouts see it, but it is not predicted.
    const [unforeseen] = testProgram(three, { models: ['tso'] });
    expect(unforeseen).toMatchObject({ predicted: 0, harmful: 1, cycles: [{ outcome: 'harmful', predicted: false }] });
    expect(unforeseen!.cycles[0]!.accesses).toHaveLength(6);
    const [test] = testProgram(three, { models: ['tso'], length: 6 });
    expect(test).toMatchObject({ predicted: 1, harmful: 1, cycles: [{ outcome: 'harmful' }] });
    expect(test!.cycles[0]!.accesses).toHaveLength(6);
  });

  it('refuses invalid options', () => {
    expect(() => testProgram(figure1(), { length: 5 })).toThrow('even number');
    expect(() => testProgram(figure1(), { length: 2 })).toThrow('at least 4');
    expect(() => testProgram(figure1(), { maxExecutions: 0 })).toThrow('at least one execution');
  });

  it('restarts when the front end has learned something', () => {
    const plain = figure1();
    let attempts = 0;
    const learning: Program = {
      ...plain,
      initialValue: (address, size) => {
        if (attempts++ === 0) throw new RestartSearch('shared after all');
        return plain.initialValue(address, size);
      },
    };
    expect(counts(testProgram(learning, { models: ['tso'] }))).toEqual({ tso: [1, 1, 1] });
    expect(attempts).toBeGreaterThan(1);
  });

  it('has a fence between the delayed operations', () => {
    const fenced = program('fenced on one side', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield fence();
        return yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        return yield load(x);
      });
      p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both read 0'));
    });
    // One fence is not enough: only the other thread delays its store.
    const [test] = testProgram(fenced, { models: ['tso'] });
    expect(test!.failures[0]!.counterexample!.delays).toHaveLength(1);
  });
});
