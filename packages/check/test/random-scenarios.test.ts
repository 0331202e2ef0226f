import { fetchAdd, load, store } from '@fencepost/core';
import type { Operation, Program } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';
import { linearizable } from '@fencepost/linear';
import { scenarioCoverage } from '@fencepost/report';
import { expect, test } from 'vitest';
import type { ProgramCheck, SavedCheck } from '../src/index.js';
import { checkProgram, isResumable, replayProgram, runningCheck } from '../src/index.js';

type Run = Generator<Operation, unknown, number>;

/** A counter that goes wrong once it has been used so often. */
function counter(wrongAfter: number, calls: number, random: number): Program {
  return linearizable(
    'counter',
    (p) => {
      const count = p.variable('count');
      return {
        *add(): Run {
          const old = yield load(count);
          if (old < wrongAfter) return yield fetchAdd(count, 1);
          yield store(count, old + 1);
          return old;
        },
        *read(): Run {
          return yield load(count);
        },
      };
    },
    { add: [], read: [] },
    { calls, random, threads: 2 },
  );
}

/** As `scenarioCoverage` needs it. */
function told(check: ProgramCheck): string | undefined {
  return scenarioCoverage({ ...check, source: '', program: '', replay: [] });
}

test('random scenarios come after all that are smaller', () => {
  const program = counter(99, 2, 20);
  const [check] = checkProgram(program, { models: ['sc'] });
  expect(check).toMatchObject({ verdict: 'safe', incomplete: null });
  expect(told(check!)).toBe(
    'all scenarios with at most 2 calls on 2 threads: 9 of 9, and 20 random ones with 3 to 5 calls',
  );
  const names = [...program.scenarios!.programs()].map(({ name }) => name);
  expect(new Set(names).size).toBe(29);
  expect(names).toEqual([...counter(99, 2, 20).scenarios!.programs()].map(({ name }) => name));
  for (const name of names.slice(9)) {
    expect(program.scenarios!.named(name)?.name).toBe(name);
    expect(name.split(/; | \| /).filter((call) => call !== '-').length).toBeGreaterThan(2);
  }
});

test('one that fails is shown without the calls that it does not need', () => {
  const [check] = checkProgram(counter(2, 2, 40), { models: ['sc'] });
  expect(check!.verdict).toBe('failing');
  // Two calls bring it to 2, and two more collide.
  expect(check!.scenarios!.shown!.match(/add/g)).toHaveLength(4);
  expect(check!.scenarios!.shown).not.toContain('read');
  expect(told(check!)).toMatch(
    /^all scenarios with at most 2 calls on 2 threads: 9 of 9; of 40 random ones with 3 to 5 calls, number \d+ fails$/,
  );
  expect(check!.notes.join()).toContain('passes if any call is removed');
  const replayed = counter(2, 2, 40).scenarios!.named(check!.scenarios!.shown!)!;
  expect(replayProgram(replayed, 'sc', check!.schedule!).failures).not.toEqual([]);
});

test('a small one that fails is found first', () => {
  const [check] = checkProgram(counter(0, 2, 40), { models: ['sc'] });
  expect(check!.scenarios).toMatchObject({ shown: 'counter: add() | add()', random: { checked: 0, count: 40 } });
  expect(told(check!)).toContain('this is a smallest failing scenario');
});

test('all are checked if there are no more, and the verdict states it', () => {
  const program = counter(99, 2, 1_000_000);
  const [check] = checkProgram(program, { models: ['sc'] });
  expect(told(check!)).toBe(
    'all scenarios with at most 2 calls on 2 threads: 9 of 9, and 154 random ones with 3 to 5 calls (all of them)',
  );
  const larger = [...program.scenarios!.programs()].slice(9).map(({ name }) => name);
  const all = [...counter(99, 5, 0).scenarios!.programs()].slice(9).map(({ name }) => name);
  expect(larger).toEqual(all);
  expect(counter(99, 2, 153).scenarios!.random).toMatchObject({ count: 153, extent: 'with 3 to 5 calls' });
  expect(counter(99, 14, 5).scenarios!.random).toMatchObject({ count: 5, extent: 'with 15 calls' });
});

test.each([40, 120, 1000])('the number of executions of %i of them is estimated', (random) => {
  const { scenarios } = counter(99, 2, random);
  const sum = scenarios!.random!.shapes.reduce((total, { count }) => total + count, 0);
  expect(sum).toBeCloseTo(scenarios!.random!.count, 6);
  const [{ executions: truth }] = checkProgram(counter(99, 2, random), { models: ['sc'] }) as [ProgramCheck];
  let known = 0;
  for (let most = 15; most < truth; most = Math.ceil(most * 1.3)) {
    const [check] = checkProgram(counter(99, 2, random), { models: ['sc'], maxExecutions: most });
    const { executions, incomplete } = check!;
    const estimate = incomplete?.estimate ?? undefined;
    if (estimate === undefined) continue;
    known++;
    const { low, likely, high } = estimate;
    expect(low).toBeGreaterThanOrEqual(executions);
    expect(low).toBeLessThanOrEqual(likely);
    expect(likely).toBeLessThanOrEqual(high);
    if (executions < truth / 20) continue;
    expect(likely / truth, `after ${executions} of ${truth}`).toBeGreaterThan(0.4);
    expect(likely / truth, `after ${executions} of ${truth}`).toBeLessThan(2.5);
  }
  expect(known).toBeGreaterThan(0);
});

test('are refused if a scenario cannot have more calls', () => {
  expect(() => counter(99, 15, 5)).toThrow('counter cannot have random scenarios with more than 15 calls');
});

test.each([2, 99])('stopped repeatedly, they have the same result (wrong after %i)', (wrongAfter) => {
  const options = { models: ['sc', 'tso'] };
  const whole = checkProgram(counter(wrongAfter, 2, 30), options);
  let saved: SavedCheck | undefined;
  let checks: readonly ProgramCheck[] = [];
  for (let rounds = 0; rounds === 0 || checks.some(isResumable); rounds++) {
    expect(rounds).toBeLessThan(100);
    const check = runningCheck(
      counter(wrongAfter, 2, 30),
      { ...options, maxExecutions: 300 },
      { reason: undefined },
      saved,
    );
    checks = toTheEnd(check.run(), () => undefined);
    saved = JSON.parse(JSON.stringify(check.save())) as SavedCheck;
  }
  const known = ({ verdict, scenarios }: ProgramCheck): unknown => ({ verdict, scenarios });
  expect(checks.map(known)).toEqual(whole.map(known));
});
