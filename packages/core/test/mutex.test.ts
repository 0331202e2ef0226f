import type { Operation, Program, ThreadBody } from '@fencepost/core';
import {
  FAIL,
  LocalStates,
  Machine,
  fetchAdd,
  load,
  lock,
  program,
  store,
  tryLock,
  unlock,
  until,
} from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { errorOf } from '@fencepost/testing/machines';

const MUTEX = 0;

function withMutex(...bodies: readonly ThreadBody[]): Program {
  return program('mutex', (p) => {
    p.mutex('m');
    bodies.forEach((body, i) => p.thread(`t${i}`, body));
  });
}

function machineOf(...bodies: readonly ThreadBody[]): Machine {
  return new Machine(new LocalStates(withMutex(...bodies)), 'tso');
}

const section: ThreadBody = function* () {
  yield lock(MUTEX);
  yield unlock(MUTEX);
};

describe('a mutex', () => {
  it('holds the handle of the thread that has it', () => {
    const machine = machineOf(section, section);
    machine.run(1);
    expect(machine.memory.m[0]).toBe(2);
    machine.run(1);
    expect(machine.memory.m[0]).toBe(0);
    machine.run(0);
    expect([machine.memory.m[0], machine.canRun(1)]).toEqual([1, false]);
  });

  it('is not taken twice, not even by the thread that has it', () => {
    const machine = machineOf(function* () {
      yield lock(MUTEX);
      yield lock(MUTEX);
    });
    machine.run(0);
    expect([machine.canRun(0), machine.isDeadlocked()]).toEqual([false, true]);
  });

  it('can be tried: that never waits, and takes it only if it is free', () => {
    const trying: ThreadBody = function* () {
      return yield tryLock(MUTEX);
    };
    const machine = machineOf(trying, trying);
    machine.run(0);
    expect([machine.states.outcome(machine.local[0]!), machine.memory.m[0]]).toEqual([0, 1]);
    expect(machine.canRun(1)).toBe(true);
    machine.run(1);
    expect([machine.states.outcome(machine.local[1]!), machine.memory.m[0]]).toEqual([1, 1]);
  });

  it('is given back only by the thread that holds it; another one fails', () => {
    const site = { file: 'm.c', line: 4 };
    const giving: ThreadBody = function* () {
      yield unlock(MUTEX, site);
    };
    const failureOf = (machine: Machine, t: number): unknown => {
      expect(machine.states.kind[machine.local[t]!]).toBe(FAIL);
      return machine.states.failure(machine.local[t]!);
    };
    const free = machineOf(giving);
    free.run(0);
    const message = 't0 unlocks m, which it does not hold';
    expect(failureOf(free, 0)).toEqual({ kind: 'crash', message, thread: 't0', site });
    const taken = machineOf(giving, section);
    taken.run(1);
    taken.run(0);
    expect(failureOf(taken, 0)).toEqual({ kind: 'crash', message, thread: 't0', site });
  });

  it.each<readonly [string, Operation, Operation]>([
    ['read', lock(MUTEX), load(MUTEX)],
    ['awaited', lock(MUTEX), until(MUTEX, '==', 0)],
    ['written', tryLock(MUTEX), store(MUTEX, 0)],
    ['incremented', unlock(MUTEX), fetchAdd(MUTEX, 1)],
    ['locked after being read', load(MUTEX), lock(MUTEX)],
  ])('is not ordinary memory: it may not be %s', (_how, first, second) => {
    const error = errorOf(
      () =>
        new LocalStates(
          withMutex(
            function* () {
              yield first;
            },
            function* () {
              yield second;
            },
          ),
        ),
    );
    expect(error.code).toBe('MUTEX_MISUSE');
    expect(error.message).toBe('m is used both as a mutex and as plain memory');
  });
});
