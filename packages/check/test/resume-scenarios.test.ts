import { load, store } from '@fencepost/core';
import type { Operation } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';
import { int, linearizable } from '@fencepost/linear';
import { expect, test } from 'vitest';
import type { ProgramCheck, SavedCheck } from '../src/index.js';
import { checkProgram, isResumable, runningCheck } from '../src/index.js';

type Run = Generator<Operation, unknown, number>;

/** `atomic`: a register; otherwise a sum that loses updates. */
const structure = (atomic: boolean) =>
  linearizable(
    'it',
    (p) => {
      const place = p.variable('x');
      return {
        *write(value: number): Run {
          yield store(place, atomic ? value : (yield load(place)) + value);
          return '';
        },
        *read(): Run {
          return yield load(place);
        },
      };
    },
    { write: [int(1, 2)], read: [] },
    { calls: 3, threads: 2 },
  );

function withoutTime(checks: readonly ProgramCheck[]): unknown {
  return checks.map(({ seconds: _, ...rest }) => rest);
}

test.each([true, false])('scenarios that were stopped repeatedly have the same result', (atomic) => {
  const options = { models: ['sc', 'tso', 'rc11'] };
  let saved: SavedCheck | undefined;
  let checks: readonly ProgramCheck[] = [];
  const checked: number[] = [];
  for (let rounds = 0; rounds === 0 || checks.some(isResumable); rounds++) {
    expect(rounds).toBeLessThan(100);
    const program = structure(atomic);
    const check = runningCheck(program, { ...options, maxExecutions: 40 }, { reason: undefined }, saved);
    checks = toTheEnd(check.run(), () => undefined);
    checked.push(checks[0]!.scenarios!.checked);
    // As a file would have it.
    saved = JSON.parse(JSON.stringify(check.save())) as SavedCheck;
  }
  expect(checked.length).toBeGreaterThan(1);
  expect(checked).toEqual(checked.toSorted((a, b) => a - b));
  expect(withoutTime(checks)).toEqual(withoutTime(checkProgram(structure(atomic), options)));
});

test('each model resumes where it stopped, whichever was stopped last', () => {
  const options = { models: ['sc', 'tso', 'rc11'], maxExecutions: 60 };
  let saved: SavedCheck | undefined;
  let before: readonly number[] = [0, 0, 0];
  for (let round = 0; round < 4; round++) {
    const check = runningCheck(structure(true), options, { reason: undefined }, saved);
    const checked = toTheEnd(check.run(), () => undefined).map(({ scenarios }) => scenarios!.checked);
    const most = structure(true).scenarios!.count;
    checked.forEach((each, i) => expect(each).toBeGreaterThan(before[i] === most ? most - 1 : before[i]!));
    before = checked;
    saved = JSON.parse(JSON.stringify(check.save())) as SavedCheck;
  }
});

test('a check stopped in the first model keeps the others', () => {
  const options = { models: ['sc', 'tso'], maxExecutions: 60 };
  const first = runningCheck(structure(true), options, { reason: undefined });
  toTheEnd(first.run(), () => undefined);
  const saved = JSON.parse(JSON.stringify(first.save())) as SavedCheck;
  expect(saved.scenarios!.map(({ model }) => model)).toEqual(['sc', 'tso']);
  const second = runningCheck(structure(true), options, { reason: undefined }, saved);
  second.run().next();
  const again = second.save()!;
  expect(again.scenarios!.find(({ model }) => model === 'tso')).toEqual(saved.scenarios![1]);
});
