import type { ModelName, Operation, Program } from '@fencepost/core';
import { afterLook, cut, load, lock, look, program, store, transform, tryLock, unlock } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../src/index.js';
import type { ProgramCheck } from '../src/index.js';

const tick = { key: 'tick', apply: (time: number) => time + 1, ordersNothing: true };

/** A thread stores and looks at the clock, another one looks at the clock and loads; `judge` is told what this one found. */
function withClock(judge: (time: number, found: number) => void): Program {
  let clockAt = 0;
  const made = program('clock', (p) => {
    const [x, clock] = [p.variable('x'), p.variable('clock')];
    clockAt = clock.address;
    p.thread('writer', function* () {
      yield store(x, 1, 'relaxed');
      yield transform(clock, tick);
    });
    p.thread('reader', function* () {
      const time = yield transform(clock, tick);
      const found = yield load(x, 'relaxed');
      judge(time, found);
    });
  });
  return { ...made, isInput: (address) => address === clockAt };
}

function check(source: Program, model: ModelName, method: 'graph' | 'monitor'): ProgramCheck {
  return checkProgram(source, { models: [model], method })[0]!;
}

const METHODS = [
  ['tso', 'graph'],
  ['pso', 'graph'],
  ['rc11', 'graph'],
  ['arm64', 'graph'],
  ['tso', 'monitor'],
  ['pso', 'monitor'],
] as const;

describe.each(METHODS)('under %s, by %s', (model, method) => {
  test('a visible delay of the clock does not make a program less robust', () => {
    const source = withClock(() => undefined);
    expect(check(source, model, method)).toMatchObject({ verdict: 'safe', robust: true, violations: [] });
  });

  test('unless it fails because of it', () => {
    const source = withClock((time, found) => {
      if (time === 1 && found === 0) throw new Error('the clock tells what is stored');
    });
    expect(check(source, model, method)).toMatchObject({ verdict: 'failing', robust: false, harmful: true });
  });
});

/** A thread stores and tries to take a mutex, another one loads while it holds it. */
const looking = program('looks', (p) => {
  const [x, mutex] = [p.variable('x'), p.mutex('mutex')];
  const attempt = function* (): Generator<Operation, boolean, number> {
    if ((yield look(mutex)) !== 0) return false;
    if ((yield afterLook(tryLock(mutex))) !== 0) yield cut(undefined, false);
    return true;
  };
  p.thread('writer', function* () {
    yield store(x, 1, 'relaxed');
    if (yield* attempt()) yield unlock(mutex);
  });
  p.thread('reader', function* () {
    yield lock(mutex);
    yield load(x, 'relaxed');
    yield unlock(mutex);
  });
});

test.each(METHODS)('under %s, by %s: a look before its step does not make a program less robust', (model, method) => {
  expect(check(looking, model, method)).toMatchObject({ verdict: 'safe', robust: true, violations: [] });
});
