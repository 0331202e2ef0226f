import { describe, expect, test } from 'vitest';
import { LocalStates, InternedStates, program, transform } from '@fencepost/core';

describe('the knowledge that a thread gains from a step', () => {
  const queues = new InternedStates<readonly number[]>([]);
  const take = queues.step(
    'take',
    (queue) => queue.slice(1),
    undefined,
    (queue) => queue.slice(0, 1),
  );
  const queue = (...entries: readonly number[]): number => queues.encode(entries);
  const seen: number[] = [];
  const subject = program('taker', (p) => {
    const place = p.variable('queue');
    p.thread('taker', function* () {
      const old = yield transform(place.address, take);
      seen.push(old);
      return queues.decode(old)[0];
    });
  });

  test('is the same in one local state', () => {
    const states = new LocalStates(subject);
    const first = states.initial[0]!;
    const ends = [queue(7), queue(7, 8), queue(7, 9, 9)].map((word) => states.update(first, word));
    expect(new Set(ends).size).toBe(1);
    expect(states.outcome(ends[0]!)).toBe(7);
    expect(seen).toEqual([queue(7)]);
    expect(states.update(first, queue(8, 7))).not.toBe(ends[0]);
    expect(states.resultsUpTo(ends[0]!)).toEqual([queue(7)]);
  });

  test('is still the same after states were forgotten', () => {
    const states = new LocalStates(subject);
    const first = states.initial[0]!;
    const end = states.update(first, queue(7, 8));
    states.forgetAllBut([new Int32Array([end])]);
    expect(states.update(first, queue(7, 9, 9))).toBe(end);
  });

  test('is all of it if the step changes nothing', () => {
    const locks = new InternedStates<{ readonly free: boolean; readonly waiting: number }>({ free: true, waiting: 0 });
    const attempt = locks.step(
      'try',
      (lock) => ({ ...lock, free: false }),
      undefined,
      ({ free }) => ({ free, waiting: 0 }),
    );
    const states = new LocalStates(
      program('tries', (p) => {
        const place = p.variable('lock');
        p.thread('tries', function* () {
          yield transform(place.address, attempt);
        });
      }),
    );
    const word = (free: boolean, waiting: number): number => locks.encode({ free, waiting });
    const after = (free: boolean, waiting: number): number => states.update(states.initial[0]!, word(free, waiting));
    expect(after(true, 1)).toBe(after(true, 2));
    expect(after(false, 1)).not.toBe(after(false, 2));
  });
});
