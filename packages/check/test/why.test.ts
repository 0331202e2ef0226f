import type { Program, Site, ThreadBody, Variable } from '@fencepost/core';
import { assert, fetchAdd, load, lock, program, store, unlock } from '@fencepost/core';
import type { FailureReport, WhyKind } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { checkProgram } from '@fencepost/check';

const at = (line: number): Site => ({ file: 'w.c', line });

/** Returns the first failure of a program under SC. */
function failureOf(source: Program): FailureReport {
  const [check] = checkProgram(source, { models: ['sc'] });
  expect(check!.failures.length).toBeGreaterThan(0);
  return check!.failures[0]!;
}

function linesOf({ counterexample }: FailureReport): (number | undefined)[] {
  const { story, why } = counterexample!;
  return why!.steps.map((step) => story.steps[step]!.site?.line);
}

/** A thread that adds to a variable, which it reads and writes at these lines. */
function adds(x: Variable, amount: number, [readLine, writeLine]: readonly [number, number]): ThreadBody {
  return function* () {
    const before = yield load(x, 'relaxed', at(readLine));
    yield store(x, before + amount, 'relaxed', at(writeLine));
  };
}

type Lines = readonly [number, number];

/** Threads that update a variable. In the end, the sum is checked. */
function updates(initial: number, amounts: readonly number[], ...lines: readonly Lines[]): Program {
  return program('w', (p) => {
    const x = p.variable('x', initial);
    amounts.forEach((amount, i) => p.thread(`thread ${i + 1}`, adds(x, amount, lines[i] ?? lines[0]!)));
    const sum = amounts.reduce((all, each) => all + each, initial);
    p.after((final) => assert(final.read(x) === sum, 'the sum is wrong'));
  });
}

/** An update in two steps beside an atomic one. */
function besideAtomic(amount: number): Program {
  return program('w', (p) => {
    const x = p.variable('x', 5);
    p.thread('a', adds(x, amount, [3, 3]));
    p.thread('b', function* () {
      yield fetchAdd(x, 1, 'seq_cst', at(8));
    });
    p.after((final) => assert(final.read(x) === 6 + amount, 'the sum is wrong'));
  });
}

/** Updates under a lock that each thread releases between its read and its write. */
function lockTooShort(): Program {
  return program('w', (p) => {
    const [x, m] = [p.variable('x', 10), p.mutex('m')];
    for (const name of ['a', 'b']) {
      p.thread(name, function* () {
        yield lock(m, at(2));
        const before = yield load(x, 'relaxed', at(3));
        yield unlock(m, at(4));
        yield lock(m, at(5));
        yield store(x, before + 1, 'relaxed', at(6));
        yield unlock(m, at(7));
      });
    }
    p.after((final) => assert(final.read(x) === 12, 'the sum is wrong'));
  });
}

/** Threads that take a flag if they find it clear. At most one may have it. */
function takers(threads: number, checkLine: number, actLine: number, clear = 0, taken = 1): Program {
  return program('w', (p) => {
    const [flag, owners] = [p.variable('flag', clear), p.variable('owners')];
    for (let i = 1; i <= threads; i++) {
      p.thread(`thread ${i}`, function* () {
        if ((yield load(flag, 'relaxed', at(checkLine))) !== clear) return;
        yield store(flag, taken, 'relaxed', at(actLine));
        yield fetchAdd(owners, 1, 'relaxed', at(actLine + 1));
      });
    }
    p.after((final) => assert(final.read(owners) === 1, 'two have it'));
  });
}

/** A thread relies on a value that it reads again. */
function readAgain(good: number, bad: number): Program {
  return program('w', (p) => {
    const x = p.variable('x', good);
    p.thread('user', function* () {
      if ((yield load(x, 'relaxed', at(2))) !== good) return;
      if ((yield load(x, 'relaxed', at(3))) !== good)
        throw Object.assign(new Error('it changed'), { name: 'CheckFailed', site: at(3) });
    });
    p.thread('changer', function* () {
      yield store(x, bad, 'relaxed', at(9));
    });
  });
}

/** Threads that each take two of the locks. */
function lockers(orders: readonly Lines[]): Program {
  return program('w', (p) => {
    const locks = [0, 1, 2, 3].map((i) => p.mutex(`lock ${i}`));
    orders.forEach(([first, second], i) =>
      p.thread(`thread ${i + 1}`, function* () {
        yield lock(locks[first]!, at(10 * i + 1));
        yield lock(locks[second]!, at(10 * i + 2));
        yield unlock(locks[second]!, at(10 * i + 3));
        yield unlock(locks[first]!, at(10 * i + 4));
      }),
    );
  });
}

/** The flag is set before the data. The reader keeps what it has seen. */
function published(flagValue: number, data: number): Program {
  return program('w', (p) => {
    const [flag, x, seen] = [p.variable('ready'), p.variable('data'), p.variable('seen', -1)];
    p.thread('writer', function* () {
      yield store(flag, flagValue, 'relaxed', at(2));
      yield store(x, data, 'relaxed', at(3));
    });
    p.thread('reader', function* () {
      if ((yield load(flag, 'relaxed', at(7))) === 0) return;
      yield store(seen, yield load(x, 'relaxed', at(8)), 'relaxed', at(8));
    });
    p.after((final) => assert([-1, data].includes(final.read(seen)), 'not complete'));
  });
}

const PATTERNS: readonly (readonly [name: string, source: Program, kind: WhyKind, lines: readonly number[]])[] = [
  ['counter++ twice', updates(0, [1, 1], [3, 3]), 'lost update', [3, 3, 3]],
  ['counter-- twice', updates(7, [-1, -1], [3, 3]), 'lost update', [3, 3, 3]],
  ['different amounts', updates(90, [10, 5], [3, 3]), 'lost update', [3, 3, 3]],
  ['different functions', updates(90, [10, 5], [3, 3], [8, 8]), 'lost update', [3, 8, 3]],
  ['a local variable', updates(90, [10, 5], [3, 4]), 'lost update', [3, 4, 4]],
  ['local variables in both', updates(90, [10, 5], [3, 4], [8, 9]), 'lost update', [3, 9, 4]],
  ['three threads', updates(1, [1, 2, 4], [3, 3]), 'lost update', [3, 3, 3]],
  ['negative values', updates(-3, [1, 2], [3, 3]), 'lost update', [3, 3, 3]],
  ['beside an atomic update', besideAtomic(1), 'lost update', [3, 8, 3]],
  ['beside another atomic update', besideAtomic(4), 'lost update', [3, 8, 3]],
  ['a lock that is released too early', lockTooShort(), 'lost update', [3, 6, 6]],
  ['a flag', takers(2, 3, 4), 'check then act', [3, 3, 4, 4]],
  ['a flag that is far away', takers(2, 3, 40), 'check then act', [3, 3, 40, 40]],
  ['a flag of three threads', takers(3, 3, 4), 'check then act', [3, 3, 4, 4]],
  ['a value that is read again', readAgain(1, 0), 'check then act', [2, 9, 3]],
  ['an index that is read again', readAgain(3, 8), 'check then act', [2, 9, 3]],
  ['two locks', lockers([[0, 1], [1, 0]]), 'lock order', [1, 11]], // prettier-ignore
  ['three locks', lockers([[0, 1], [1, 2], [2, 0]]), 'lock order', [1, 11, 21]], // prettier-ignore
  ['four locks', lockers([[0, 1], [1, 2], [2, 3], [3, 0]]), 'lock order', [1, 11, 21, 31]], // prettier-ignore
  ['two of three', lockers([[0, 1], [1, 0], [2, 3]]), 'lock order', [1, 11]], // prettier-ignore
  ['a flag before its data', published(1, 42), 'publication before initialisation', [2, 7, 8, 3]],
  ['a pointer before its object', published(64, 7), 'publication before initialisation', [2, 7, 8, 3]],
];

const at9 = at(9);
const wrong = (message: string): Error => Object.assign(new Error(message), { name: 'CheckFailed', site: at9 });

/** Programs that fail, but show none of the patterns. */
const OTHERS: Readonly<Record<string, Program>> = {
  'an assertion that never holds': program('w', (p) => {
    const x = p.variable('x');
    p.thread('a', function* () {
      if ((yield load(x, 'relaxed', at9)) === 0) throw wrong('never');
    });
  }),
  'an order of threads that was not expected': program('w', (p) => {
    const x = p.variable('x');
    p.thread('a', function* () {
      yield store(x, 1, 'relaxed', at(2));
    });
    p.thread('b', function* () {
      yield store(x, 2, 'relaxed', at(3));
    });
    p.after((final) => assert(final.read(x) === 2, 'b was not last'));
  }),
  'a flag that was not awaited': program('w', (p) => {
    const [x, ready] = [p.variable('x'), p.variable('ready')];
    p.thread('a', function* () {
      yield store(x, 1, 'relaxed', at(2));
      yield store(ready, 1, 'relaxed', at(3));
    });
    p.thread('b', function* () {
      if ((yield load(x, 'relaxed', at9)) !== 1) throw wrong('too early');
    });
  }),
  'a poll that sees the second value': program('w', (p) => {
    const x = p.variable('x');
    p.thread('a', function* () {
      yield store(x, 1, 'relaxed', at(2));
    });
    p.thread('b', function* () {
      for (let i = 0; i < 2; i++) if ((yield load(x, 'relaxed', at9)) === 1) throw wrong('seen');
    });
  }),
  'atomic updates with a wrong sum': program('w', (p) => {
    const x = p.variable('x');
    for (const name of ['a', 'b'])
      p.thread(name, function* () {
        yield fetchAdd(x, 1, 'seq_cst', at(2));
      });
    p.after((final) => assert(final.read(x) === 3, 'not three'));
  }),
  'updates under a lock with a wrong sum': program('w', (p) => {
    const [x, m] = [p.variable('x'), p.mutex('m')];
    for (const name of ['a', 'b'])
      p.thread(name, function* () {
        yield lock(m, at(1));
        yield store(x, (yield load(x, 'relaxed', at(2))) + 1, 'relaxed', at(2));
        yield unlock(m, at(3));
      });
    p.after((final) => assert(final.read(x) === 3, 'not three'));
  }),
  'a lock that is never released': program('w', (p) => {
    const m = p.mutex('m');
    for (const name of ['a', 'b'])
      p.thread(name, function* () {
        yield lock(m, at(1));
      });
  }),
  'a lock that a thread takes twice': program('w', (p) => {
    const m = p.mutex('m');
    p.thread('a', function* () {
      yield lock(m, at(1));
      yield lock(m, at(2));
    });
  }),
  'an error that is thrown': program('w', (p) => {
    const x = p.variable('x');
    p.thread('a', function* () {
      yield store(x, (yield load(x, 'relaxed', at(1))) + 1, 'relaxed', at(1));
      throw new TypeError('no');
    });
  }),
  'the same flag set by both': program('w', (p) => {
    const [stop, x] = [p.variable('stop'), p.variable('x')];
    for (const name of ['a', 'b'])
      p.thread(name, function* () {
        yield store(stop, 1, 'relaxed', at(1));
        yield store(x, 1, 'relaxed', at(2));
      });
    p.after((final) => assert(final.read(stop) === 0, 'stopped'));
  }),
};

describe('why an execution fails', () => {
  it.each(PATTERNS)('%s', (_, source, kind, lines) => {
    const failure = failureOf(source);
    expect(failure.counterexample!.why?.kind).toBe(kind);
    expect(linesOf(failure)).toEqual(lines);
    // Each line that is told is one of those of the steps.
    const { text } = failure.counterexample!.why!;
    expect(text.endsWith('.')).toBe(true);
    for (const line of lines) expect(text).toContain(`(line ${line})`);
  });

  it('is explained with values', () => {
    const { counterexample } = failureOf(updates(90, [10, 5], [15, 16]));
    expect(counterexample!.why!.text).toMatch(
      /^thread (\d) read x = 90 \(line 15\) and wrote (?:100|95) \(line 16\); in between thread (?!\1)\d wrote (?:95|100) \(line 16\): that update is lost\.$/,
    );
  });

  it.each(Object.entries(OTHERS))('says nothing of %s', (_, source) => {
    expect(failureOf(source).counterexample!.why).toBeUndefined();
  });
});
