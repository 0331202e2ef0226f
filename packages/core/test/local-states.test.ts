import type { Operation, Program, ThreadBody } from '@fencepost/core';
import {
  CheckFailed,
  DONE,
  FAIL,
  JOIN,
  LOAD,
  LocalStates,
  RMW,
  SPAWN,
  STORE,
  assert,
  compareExchange,
  fence,
  formatError,
  fromInstructions,
  join,
  load,
  parentOf,
  parseThreadPath,
  program,
  rmw,
  spawn,
  store,
  threadPath,
  until,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOf } from '@fencepost/testing/machines';

const X = 0;

function oneThread(body: ThreadBody): Program {
  return program('one thread', (p) => {
    p.variable('x');
    p.variable('y');
    p.thread('only', body);
  });
}

function statesOf(body: ThreadBody): LocalStates {
  return new LocalStates(oneThread(body));
}

/** Follows results from the root of the first thread. */
function follow(states: LocalStates, ...results: readonly number[]): number {
  return results.reduce((state, result) => states.update(state, result), states.initial[0]!);
}

describe('local states', () => {
  it('are the operations a thread asks for', () => {
    const states = statesOf(function* () {
      const old = yield compareExchange(1, 5, 6, 'acquire');
      yield store(X, old + 1, 'release');
      return yield load(X);
    });
    const [root] = states.initial;
    expect(states.kind[root!]).toBe(RMW);
    expect(states.locations.addresses[states.location[root!]!]).toBe(1);
    expect([states.second[root!], states.operand[root!]]).toEqual([5, 6]);
    const second = follow(states, 41);
    expect([states.kind[second], states.operand[second]]).toEqual([STORE, 42]);
    expect(states.kind[follow(states, 41, 0)]).toBe(LOAD);
    const end = follow(states, 41, 0, 7);
    expect(states.kind[end]).toBe(DONE);
    expect(states.isTerminal(end)).toBe(true);
    expect(states.outcome(end)).toBe(7);
  });

  it('are the same for the same results, and the thread runs once for each', () => {
    let resumed = 0;
    const states = statesOf(function* () {
      const value = yield load(X);
      resumed++;
      yield store(X, value);
    });
    const one = follow(states, 1);
    const two = follow(states, 2);
    expect(one).not.toBe(two);
    expect([states.operand[one], states.operand[two]]).toEqual([1, 2]);
    for (let i = 0; i < 5; i++) {
      expect(follow(states, 1)).toBe(one);
      expect(follow(states, 2)).toBe(two);
    }
    expect(resumed).toBe(2);
    expect(states.size).toBe(3);
  });

  it('answer as the thread would, for any results in any order, however many', () => {
    // A thread that stores the sum of what it has read so far; results differ widely, so that every cache is passed by.
    const anyResult = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    const anyPath = fc.array(anyResult, { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(anyPath, { minLength: 1, maxLength: 60 }), (paths) => {
        const states = statesOf(function* () {
          for (let sum = 0; ;) sum = (sum + (yield store(X, sum))) | 0;
        });
        const known = new Map<string, number>();
        for (const path of [...paths, ...paths]) {
          const state = follow(states, ...path);
          expect(states.operand[state]).toBe(path.reduce((sum, result) => (sum + result) | 0, 0));
          expect(known.get(path.join()) ?? state).toBe(state);
          known.set(path.join(), state);
        }
        expect(new Set(known.values()).size).toBe(known.size);
      }),
    );
  });

  it('grow beyond the first tables', () => {
    const states = statesOf(function* () {
      for (let i = 0; ; i++) yield store(X, i);
    });
    let state = states.initial[0]!;
    for (let i = 0; i < 1000; i++) {
      expect(states.operand[state]).toBe(i);
      state = states.update(state, 0);
    }
    expect(states.size).toBe(1001);
    // One state with a thousand successors.
    const branching = statesOf(function* () {
      yield store(X, yield load(X));
    });
    for (let round = 0; round < 2; round++) {
      for (let i = -500; i < 500; i++) {
        const next = follow(branching, i);
        expect(branching.operand[next]).toBe(i);
      }
    }
    expect(branching.size).toBe(1001);
  });

  it('know an operation by its label: its place, or the thread and position', () => {
    const states = statesOf(function* () {
      yield load(X, 'relaxed', { file: 'a.c', line: 3 });
      yield load(X, 'relaxed', { file: 'a.c', line: 3 });
      yield load(X, 'relaxed', { file: 'a.c', line: 3, column: 7 });
      yield fence();
    });
    const labels = [follow(states), follow(states, 0), follow(states, 0, 0), follow(states, 0, 0, 0)].map(
      (state) => states.label[state]!,
    );
    expect(labels.map((label) => states.labels.get(label).text)).toEqual(['a.c:3', 'a.c:3', 'a.c:3:7', 'only#3']);
    expect(labels[0]).toBe(labels[1]);
    expect(() => states.labels.get(states.labels.count)).toThrow(RangeError);
  });
});

describe('nondeterminism', () => {
  /** A thread that does something else when it is run again. */
  const unsteady = (first: () => Operation, later: () => Operation): LocalStates => {
    let runs = 0;
    return statesOf(function* () {
      const run = runs++;
      yield run === 0 ? first() : later();
      yield load(1);
    });
  };
  const site = { file: 'unsteady.c', line: 12 };

  it.each<readonly [string, () => Operation, () => Operation]>([
    ['another kind', () => load(X, 'relaxed', site), () => store(X, 0, 'relaxed', site)],
    ['another address', () => load(X, 'relaxed', site), () => load(1, 'relaxed', site)],
    ['an address never seen', () => load(X, 'relaxed', site), () => load(99, 'relaxed', site)],
    ['another value', () => store(X, 1, 'relaxed', site), () => store(X, 2, 'relaxed', site)],
    ['another order', () => load(X, 'relaxed', site), () => load(X, 'acquire', site)],
    ['another function', () => rmw('add', X, 1, 'relaxed', site), () => rmw('xor', X, 1, 'relaxed', site)],
    ['another condition', () => until(X, '==', 1, 'relaxed', site), () => until(X, '!=', 1, 'relaxed', site)],
    ['another awaited value', () => until(X, '==', 1, 'relaxed', site), () => until(X, '==', 2, 'relaxed', site)],
    [
      'another expected value',
      () => compareExchange(X, 1, 2, 'relaxed', site),
      () => compareExchange(X, 0, 2, 'relaxed', site),
    ],
    [
      'a failure',
      () => load(X, 'relaxed', site),
      () => {
        throw new Error('not this time');
      },
    ],
  ])('is reported: %s', (_what, first, later) => {
    const states = unsteady(first, later);
    follow(states, 0);
    const error = errorOf(() => follow(states, 1));
    expect(error.code).toBe('NONDETERMINISM');
    expect(error.message).toContain('only');
    expect(error.site).toEqual(site);
    expect(error.hint).toContain('may depend only on the values it reads');
    expect(formatError(error)).toMatch(/^unsteady\.c:12: .*\[NONDETERMINISM\]\n {2}hint: /);
  });

  it('is reported when the thread ends early', () => {
    let runs = 0;
    const states = statesOf(function* () {
      if (runs++ > 0) return;
      yield load(X);
      yield load(X);
    });
    follow(states, 0);
    expect(errorOf(() => follow(states, 1)).code).toBe('NONDETERMINISM');
  });
});

describe('threads started by threads', () => {
  it('have handles that depend only on who started them', () => {
    const child: ThreadBody = function* () {
      yield load(X);
    };
    const states = statesOf(function* () {
      const flipped = yield load(X);
      yield spawn(child, flipped === 0 ? 'first' : 'also first');
      const second = yield spawn(function* () {
        yield spawn(child, 'grandchild');
      });
      yield join(second);
    });
    const spawning = (state: number): readonly (number | undefined)[] => [
      states.kind[state],
      states.threads.handles[states.operand[state]!],
    ];
    const one = follow(states, 0);
    const other = follow(states, 1);
    expect(spawning(one)).toEqual([SPAWN, 1025]);
    expect(spawning(other)).toEqual([SPAWN, 1025]);
    const second = states.update(one, 1025);
    expect(spawning(second)).toEqual([SPAWN, 1026]);
    const childRoot = states.second[second]!;
    expect(spawning(childRoot)).toEqual([SPAWN, 1026 * 1024 + 1]);
    expect(states.threads.names[states.threadOf(states.second[childRoot]!)]).toBe('grandchild');
    const joining = states.update(second, 1026);
    expect(states.kind[joining]).toBe(JOIN);
    expect(states.threads.handles[states.operand[joining]!]).toBe(1026);
    expect(states.threads.count).toBe(4);
  });

  it('joining a thread that does not exist is refused', () => {
    const error = errorOf(() =>
      statesOf(function* () {
        yield join(77);
      }),
    );
    expect([error.code, error.message]).toEqual(['UNKNOWN_THREAD', 'there is no thread with handle 77']);
  });

  it('are limited in number, but not in depth', () => {
    const idle: ThreadBody = function* () {
      yield fence();
    };
    const many = (count: number) => (): LocalStates =>
      new LocalStates(
        program('many', (p) => {
          for (let i = 0; i < count; i++) p.thread(`t${i}`, idle);
        }),
      );
    expect(many(1023)().threads.count).toBe(1023);
    expect(errorOf(many(1024)).code).toBe('THREAD_LIMIT');

    const nested = (depth: number): ThreadBody =>
      function* () {
        if (depth > 0) yield spawn(nested(depth - 1));
      };
    expect(statesOf(nested(2)).threads.count).toBe(3);
    const deep = statesOf(nested(100)).threads;
    expect(deep.count).toBe(101);
    for (const [depth, handle] of deep.handles.entries()) {
      expect(handle).toBeLessThan(2 ** 31);
      expect(threadPath(handle)).toBe(
        Array(depth + 1)
          .fill(1)
          .join('-'),
      );
      expect(parseThreadPath(threadPath(handle))).toBe(handle);
      expect(parentOf(handle)).toBe(deep.handles[depth - 1] ?? 0);
    }

    const prolific = statesOf(function* () {
      for (;;) yield spawn(idle);
    });
    const spawnAll = (count: number): void => {
      let state = prolific.initial[0]!;
      for (let i = 1; i < count; i++) state = prolific.update(state, 1024 + i);
    };
    spawnAll(1023);
    expect(prolific.threads.count).toBe(1024);
    expect(errorOf(() => spawnAll(1024)).code).toBe('THREAD_LIMIT');
  });
});

describe('errors in a thread', () => {
  it('a failed check is an assertion, with its place', () => {
    const states = statesOf(function* () {
      const value = yield load(X);
      assert(value !== 1, 'x must not be 1');
      if (value === 2) throw new CheckFailed('nor 2', { file: 'x.c', line: 9 });
      if (value === 3) throw new TypeError('crashed');
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- a user's thread may throw anything
      if (value === 4) throw 'text';
    });
    expect(states.kind[follow(states, 0)]).toBe(DONE);
    const failures = [1, 2, 3, 4].map((value) => {
      const state = follow(states, value);
      expect([states.kind[state], states.isTerminal(state)]).toEqual([FAIL, true]);
      return states.failure(state);
    });
    expect(failures).toEqual([
      { kind: 'assertion', message: 'x must not be 1', thread: 'only' },
      { kind: 'assertion', message: 'nor 2', thread: 'only', site: { file: 'x.c', line: 9 } },
      { kind: 'crash', message: 'crashed', thread: 'only' },
      { kind: 'crash', message: 'text', thread: 'only' },
    ]);
  });

  it.each<readonly [string, () => Operation]>([
    ['a value beyond 32 bits', () => store(X, 2 ** 31)],
    ['a fraction', () => store(X, 0.5)],
    ['not a number', () => store(X, NaN)],
    ['an operand', () => rmw('add', X, -(2 ** 31) - 1)],
    ['an expected value', () => compareExchange(X, 2 ** 40, 1)],
    ['an awaited value', () => until(X, '==', 2 ** 32)],
  ])('%s is refused, not truncated', (_what, operation) => {
    const error = errorOf(() =>
      statesOf(function* () {
        yield { ...operation(), site: { file: 'wide.c', line: 1 } };
      }),
    );
    expect([error.code, error.site]).toEqual(['VALUE_RANGE', { file: 'wide.c', line: 1 }]);
  });

  it('an initial value beyond 32 bits is refused, not truncated', () => {
    expect(errorOf(() => program('wide', (p) => p.variable('x', 2 ** 31))).code).toBe('VALUE_RANGE');
    const reader = { name: 't', instructions: [{ op: 'load', to: 0, address: 0 }] } as const;
    const wide = fromInstructions({ name: 'wide', threads: [reader], memory: [2 ** 31] });
    expect(errorOf(() => new LocalStates(wide)).code).toBe('VALUE_RANGE');
  });

  it('accesses of different sizes that overlap are refused, others are not', () => {
    const sized = (address: number, size: number): Operation => ({ ...load(address), size });
    const accesses =
      (...list: readonly Operation[]) =>
      (): LocalStates =>
        statesOf(function* () {
          yield list[0]!;
          yield list[1]!;
        });
    const overlap = [
      [sized(8, 4), sized(8, 2)],
      [sized(8, 4), sized(10, 4)],
      [sized(10, 4), sized(8, 4)],
      [sized(10, 1), sized(8, 8)],
      [sized(8, 8), sized(11, 1)],
    ] as const;
    for (const [first, second] of overlap) {
      const error = errorOf(() => follow(accesses(first, second)(), 0));
      expect(error.code).toBe('MIXED_SIZE');
      expect(error.message).toContain(`[${first.address}] is accessed with size ${first.size}`);
    }
    const apart = [
      [sized(8, 4), sized(8, 4)],
      [sized(8, 4), sized(12, 4)],
      [sized(8, 4), sized(4, 4)],
    ] as const;
    for (const [first, second] of apart) expect(() => follow(accesses(first, second)(), 0)).not.toThrow();
  });
});
