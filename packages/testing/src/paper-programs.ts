import type { Operation, Program, Variable } from '@fencepost/core';
import { assert, fence, load, lock, program, store, unlock, until } from '@fencepost/core';

/** Part of a thread, for `yield*`. */
type Part<T = void> = Generator<Operation, T, number>;

/** A store, followed by a full fence in the version that is meant to be robust. */
function* put(place: Variable, value: number, fenced: boolean): Part {
  yield store(place, value);
  if (fenced) yield fence();
}

/** Burckhardt and Musuvathi (CAV 2008), Fig. 1(b): store buffering. */
export function figure1b(fenced: boolean): Program {
  return program('figure 1(b)', (p) => {
    const [x, y] = [p.variable('X'), p.variable('Y')];
    for (const [mine, other] of [
      [x, y],
      [y, x],
    ] as const) {
      p.thread(`stores ${mine.name}`, function* () {
        yield* put(mine, 1, fenced);
        return yield load(other);
      });
    }
  });
}

/** Both threads increment the counter, only in their critical sections. */
function* criticalSection(counter: Variable, fenced: boolean): Part {
  const value = yield load(counter);
  yield* put(counter, value + 1, fenced);
}

/** Dekker's mutual exclusion, two threads. */
export function dekker(rounds: number, fenced: boolean): Program {
  return program(`dekker(${rounds})`, (p) => {
    const flag = p.array('flag', 2);
    const turn = p.variable('turn');
    const counter = p.variable('counter');
    for (const me of [0, 1]) {
      const [mine, other] = [flag[me]!, flag[1 - me]!];
      p.thread(`t${me}`, function* () {
        for (let round = 0; round < rounds; round++) {
          yield* put(mine, 1, fenced);
          while ((yield load(other)) === 1) {
            if ((yield load(turn)) === me) yield until(other, '==', 0);
            else {
              yield* put(mine, 0, fenced);
              yield until(turn, '==', me);
              yield* put(mine, 1, fenced);
            }
          }
          yield* criticalSection(counter, fenced);
          yield* put(turn, 1 - me, fenced);
          yield* put(mine, 0, fenced);
        }
      });
    }
    p.after((final) => {
      assert(final.read(counter) === 2 * rounds, 'two threads in the critical section');
    });
  });
}

/** Lamport's bakery, two threads. */
export function bakery(rounds: number, fenced: boolean): Program {
  return program(`bakery(${rounds})`, (p) => {
    const choosing = p.array('choosing', 2);
    const number = p.array('number', 2);
    const counter = p.variable('counter');
    for (const me of [0, 1]) {
      const other = 1 - me;
      p.thread(`t${me}`, function* () {
        for (let round = 0; round < rounds; round++) {
          yield* put(choosing[me]!, 1, fenced);
          const ticket = 1 + (yield load(number[other]!));
          yield* put(number[me]!, ticket, fenced);
          yield* put(choosing[me]!, 0, fenced);
          yield until(choosing[other]!, '==', 0);
          for (;;) {
            const theirs = yield load(number[other]!);
            if (theirs === 0 || theirs > ticket || (theirs === ticket && other > me)) break;
            yield until(number[other]!, '!=', theirs);
          }
          yield* criticalSection(counter, fenced);
          yield* put(number[me]!, 0, fenced);
        }
      });
    }
    p.after((final) => {
      assert(final.read(counter) === 2 * rounds, 'two threads in the critical section');
    });
  });
}

/**
 * Burckhardt and Musuvathi (CAV 2008), Fig. 4(b): a consumer that waits on a condition variable when there is no work;
 * the wake-up may be lost.
 */
export function idling(fenced: boolean): Program {
  return program('idling', (p) => {
    const [isIdling, hasWork, pulse] = [p.variable('isIdling'), p.variable('hasWork'), p.variable('pulse')];
    const condition = p.mutex('condVariable');
    p.thread('consumer', function* () {
      yield lock(condition);
      yield* put(isIdling, 1, fenced);
      if ((yield load(hasWork)) === 0) {
        yield unlock(condition);
        yield until(pulse, '==', 1);
        yield lock(condition);
      }
      yield* put(isIdling, 0, fenced);
      yield unlock(condition);
    });
    p.thread('producer', function* () {
      yield* put(hasWork, 1, fenced);
      if ((yield load(isIdling)) === 1) {
        yield lock(condition);
        yield* put(pulse, 1, fenced);
        yield unlock(condition);
      }
    });
  });
}

/**
 * A work-stealing queue (the THE protocol): its owner takes from the tail without a lock; a thief steals from the head.
 */
export function takeQueue(items: number, fenced: boolean): Program {
  return program(`takequeue(${items})`, (p) => {
    const head = p.variable('head', 0);
    const tail = p.variable('tail', items);
    const mutex = p.mutex('mutex');
    function* take(): Part<boolean> {
      const last = (yield load(tail)) - 1;
      yield* put(tail, last, fenced);
      if ((yield load(head)) <= last) return true;
      yield* put(tail, last + 1, fenced);
      yield lock(mutex);
      yield* put(tail, last, fenced);
      const success = (yield load(head)) <= last;
      if (!success) yield* put(tail, last + 1, fenced);
      yield unlock(mutex);
      return success;
    }
    function* steal(): Part<boolean> {
      yield lock(mutex);
      const first = yield load(head);
      yield* put(head, first + 1, fenced);
      const success = first + 1 <= (yield load(tail));
      if (!success) yield* put(head, first, fenced);
      yield unlock(mutex);
      return success;
    }
    p.thread('owner', function* () {
      let taken = 0;
      for (let i = 0; i < items; i++) if (yield* take()) taken++;
      return taken;
    });
    p.thread('thief', function* () {
      let taken = 0;
      for (let i = 0; i < items; i++) if (yield* steal()) taken++;
      return taken;
    });
    p.after((final) => {
      assert(Number(final.outcome(0)) + Number(final.outcome(1)) <= items, 'an item was taken twice');
    });
  });
}

/**
 * The programs of Burckhardt and Musuvathi (CAV 2008) and of Burnim, Sen and Stergiou (TACAS 2011) that need no C front
 * end, without and with their fences.
 */
export const PAPER_PROGRAMS: readonly { readonly name: string; readonly make: (fenced: boolean) => Program }[] = [
  { name: 'figure 1(b)', make: figure1b },
  { name: 'dekker, 1 critical section', make: (fenced) => dekker(1, fenced) },
  { name: 'dekker, 2 critical sections', make: (fenced) => dekker(2, fenced) },
  { name: 'bakery, 1 critical section', make: (fenced) => bakery(1, fenced) },
  { name: 'bakery, 2 critical sections', make: (fenced) => bakery(2, fenced) },
  { name: 'isIdling/hasWork', make: idling },
  { name: 'takequeue, 2 items', make: (fenced) => takeQueue(2, fenced) },
];
