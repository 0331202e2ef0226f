import type { Program } from '@fencepost/core';
import { cut, exit } from '@fencepost/core';
import { assert, load, lock, program, replayProgram, spawn, store, unlock, until } from 'fencepost';
import { describe, expect, it } from 'vitest';

const passing = program('passing', (p) => {
  const data = p.variable('data');
  const flag = p.variable('flag');
  p.thread('sender', function* () {
    yield store(data, 1);
    yield store(flag, 1);
  });
  p.thread('receiver', function* () {
    yield until(flag, '==', 1);
    assert((yield load(data)) === 1, 'data is there');
  });
});

/** Ends otherwise than threads usually do. */
function ending(end: typeof cut): Program {
  return program('ending', (p) => {
    const x = p.variable('x');
    p.thread('one', function* () {
      yield store(x, 1);
      yield end();
    });
    p.thread('other', () => [until(x, '==', 2)].values());
  });
}

describe('a replayed execution', () => {
  it('has its failures and its cycle', () => {
    const { counterexample, failures, unfinished } = replayProgram(passing, 'pso', 'fp1:1x2.1c1.2x2');
    expect(failures).toEqual([{ kind: 'assertion', message: 'data is there', thread: 'receiver' }]);
    expect(counterexample.cycle).toHaveLength(4);
    expect(counterexample.schedule).toMatch(/^fp1:1x2\.1c1\.2x2~...$/);
    expect(unfinished).toEqual(['sender']); // a store of it is pending
  });

  it('has names of threads that could go on', () => {
    expect(replayProgram(passing, 'sc', 'fp1:1').unfinished).toEqual(['sender']);
    expect(replayProgram(passing, 'sc', 'fp1:1x2').unfinished).toEqual(['receiver']);
    expect(replayProgram(passing, 'sc', 'fp1:1x2.2x2')).toMatchObject({ unfinished: [], failures: [] });
  });

  it('is a deadlock only when no thread can continue', () => {
    const locked = program('locked', (p) => {
      const m = p.mutex('m');
      p.thread('owner', function* () {
        yield lock(m);
        yield spawn(() => [lock(m), unlock(m)].values(), 'waiter');
      });
    });
    expect(replayProgram(locked, 'tso', 'fp1:1')).toMatchObject({ failures: [], unfinished: ['owner'] });
    expect(replayProgram(locked, 'tso', 'fp1:1x2')).toMatchObject({
      failures: [{ kind: 'deadlock', message: 'waiter waits to lock m at waiter#0' }],
      unfinished: [],
    });
  });

  it.each([
    ['cut off', cut],
    ['ended with the program', exit],
  ])('is not a deadlock if a thread was %s', (_what, end) => {
    const { failures, counterexample } = replayProgram(ending(end), 'sc', 'fp1:1');
    expect(failures).toEqual([]);
    expect(counterexample.story.threads.map(({ waits }) => waits)).toEqual([undefined, undefined]);
  });

  it('has its data races on request, if it is SC', () => {
    const racy = program('racy', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1, 'plain');
        yield load(y, 'plain');
      });
      p.thread('right', function* () {
        yield store(y, 1, 'plain');
        yield load(x, 'plain');
      });
    });
    expect(replayProgram(racy, 'tso', 'fp1:1.1c.1.2.2c.2').failures).toEqual([]);
    const { failures } = replayProgram(racy, 'tso', 'fp1:1.1c.1.2.2c.2', { races: true });
    expect(failures.map(({ kind }) => kind)).toEqual(['data race', 'data race']);
    expect(replayProgram(racy, 'tso', 'fp1:1x2.2x2.1c.2c', { races: true })).toMatchObject({ failures: [] });
  });
});
