import type { Operation, Program, Variable } from '@fencepost/core';
import { assert, fetchAdd, load, lock, program, store, unlock } from '@fencepost/core';

/** The kinds of bugs of SCTBench (Thomson, Donaldson and Betts, 2016), re-created. All fail under SC. */
export const SAMPLED: readonly Program[] = [
  account(),
  ...[3, 5, 10, 20].map(reorder),
  ...[1, 5, 20].map(twoStage),
  ...[1, 5].map(wrongLock),
  tokenRing(4),
  lazy(),
  circularBuffer(),
  lockOrder(),
  stack(3),
  lostUpdates(3),
];

/** A balance is read and written in two critical sections. */
function account(): Program {
  return program('account', (p) => {
    const [balance, mutex] = [p.variable('balance', 10), p.mutex('mutex')];
    for (const by of [5, -3]) {
      p.thread(by > 0 ? 'deposit' : 'withdraw', function* () {
        yield lock(mutex);
        const before = yield load(balance);
        yield unlock(mutex);
        yield lock(mutex);
        yield store(balance, before + by);
        yield unlock(mutex);
      });
    }
    p.after((final) => assert(final.read(balance) === 12, 'an update was lost'));
  });
}

/** Threads set a, then b. Another one sees only one of both, while all others have begun nothing or are done. */
function reorder(setters: number): Program {
  return program(`reorder ${setters}`, (p) => {
    const [a, b] = [p.variable('a'), p.variable('b')];
    for (let i = 0; i < setters; i++) {
      p.thread(`set${i}`, function* () {
        yield store(a, 1);
        yield store(b, 1);
      });
    }
    p.thread('check', function* () {
      const first = yield load(a);
      const second = yield load(b);
      assert((first === 0) === (second === 0), 'reordered');
    });
  });
}

/** A thread sets two values, each under its mutex. The readers expect the second with the first. */
function twoStage(readers: number): Program {
  return program(`two stages ${readers}`, (p) => {
    const [first, second] = [p.variable('first'), p.variable('second')];
    const [m1, m2] = [p.mutex('m1'), p.mutex('m2')];
    p.thread('set', function* () {
      yield* under(m1, store(first, 1));
      yield* under(m2, store(second, 1));
    });
    for (let i = 0; i < readers; i++) {
      p.thread(`read${i}`, function* () {
        if ((yield* under(m1, load(first))) === 0) return;
        assert((yield* under(m2, load(second))) === 1, 'the second stage is missing');
      });
    }
  });
}

/** One thread adds under a mutex, the others under another one. */
function wrongLock(others: number): Program {
  return program(`wrong lock ${others}`, (p) => {
    const [count, right, wrong] = [p.variable('count'), p.mutex('right'), p.mutex('wrong')];
    p.thread('right', function* () {
      yield lock(right);
      const before = yield load(count);
      yield store(count, before + 1);
      assert((yield load(count)) === before + 1, 'another thread came between');
      yield unlock(right);
    });
    for (let i = 0; i < others; i++) p.thread(`wrong${i}`, () => under(wrong, fetchAdd(count, 1)));
  });
}

/** Each thread copies the value of the one before it. They fail in one of all orders. */
function tokenRing(threads: number): Program {
  return program(`token ring ${threads}`, (p) => {
    const values = Array.from({ length: threads }, (_, i) => p.variable(`x${i}`, i + 1));
    const mutex = p.mutex('mutex');
    values.forEach((mine, i) =>
      p.thread(`t${i}`, function* () {
        yield lock(mutex);
        yield store(mine, ((yield load(values[(i + threads - 1) % threads]!)) + 1) % 10);
        yield unlock(mutex);
      }),
    );
    p.after((final) =>
      assert(!values.every((value, i) => i === 0 || final.read(value) === final.read(values[i - 1]!) + 1), 'in order'),
    );
  });
}

/** A check that comes too early. */
function lazy(): Program {
  return program('lazy', (p) => {
    const [data, mutex] = [p.variable('data'), p.mutex('mutex')];
    for (const by of [1, 2]) p.thread(`add${by}`, () => under(mutex, fetchAdd(data, by)));
    p.thread('check', function* () {
      assert((yield* under(mutex, load(data))) < 3, 'both have added');
    });
  });
}

/** The producer of a ring of two does not wait for the consumer. */
function circularBuffer(): Program {
  return program('circular buffer', (p) => {
    const cells = p.array('cells', 2);
    const [written, read] = [p.variable('written'), p.variable('read')];
    p.thread('producer', function* () {
      for (let i = 0; i < 6; i++) {
        if ((yield load(written)) - (yield load(read)) > 2) return;
        yield store(cells[i % 2]!, i + 1);
        yield store(written, i + 1);
      }
    });
    p.thread('consumer', function* () {
      for (let i = 0; i < 6 && (yield load(written)) > i; i++) {
        assert((yield load(cells[i % 2]!)) === i + 1, 'overwritten');
        yield store(read, i + 1);
      }
    });
  });
}

/** Two mutexes, in two orders. */
function lockOrder(): Program {
  return program('lock order', (p) => {
    const [a, b, own] = [p.mutex('a'), p.mutex('b'), p.array('own', 2)];
    for (const [i, [first, second]] of [[a, b] as const, [b, a] as const].entries()) {
      p.thread(`t${i}`, function* () {
        for (let k = 0; k < 10; k++) yield store(own[i]!, k);
        yield lock(first);
        yield lock(second);
        yield unlock(second);
        yield unlock(first);
      });
    }
  });
}

/** Pushes without a lock: the height is read, the element stored, the height written. */
function stack(elements: number): Program {
  return program(`stack ${elements}`, (p) => {
    const [height, cells, mutex] = [p.variable('height'), p.array('cells', 16), p.mutex('mutex')];
    p.thread('push', function* () {
      for (let i = 1; i <= elements; i++) {
        const at = yield load(height);
        yield store(cells[at]!, i);
        yield store(height, at + 1);
      }
    });
    p.thread('pop', function* () {
      for (let i = 0; i < elements; i++) {
        yield lock(mutex);
        const at = yield load(height);
        if (at > 0) {
          yield store(height, at - 1);
          yield store(cells[at - 1]!, 0);
        }
        yield unlock(mutex);
      }
    });
    p.after((final) => {
      const left = final.read(height);
      for (let i = 0; i < left; i++) assert(final.read(cells[i]!) !== 0, 'an element was lost');
    });
  });
}

/** Two threads add without atomicity, many times; all but two additions are lost. */
function lostUpdates(rounds: number): Program {
  return program(`lost updates ${rounds}`, (p) => {
    const count = p.variable('count');
    for (const name of ['a', 'b']) {
      p.thread(name, function* () {
        for (let i = 0; i < rounds; i++) yield store(count, (yield load(count)) + 1);
      });
    }
    p.after((final) => assert(final.read(count) > 2, 'two are left'));
  });
}

function* under(mutex: Variable, operation: Operation): Generator<Operation, number, number> {
  yield lock(mutex);
  const result = yield operation;
  yield unlock(mutex);
  return result;
}
