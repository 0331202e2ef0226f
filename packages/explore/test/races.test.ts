import type { MemoryOrder, Operation, Program, ProgramBuilder, Trace, Variable } from '@fencepost/core';
import {
  LocalStates,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  join,
  load,
  lock,
  program,
  spawn,
  store,
  transform,
  tryLock,
  unlock,
  until,
} from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { exploreGraphs, racesOf } from '../src/index.js';

function tracesOf(states: LocalStates): Trace[] {
  const traces: Trace[] = [];
  exploreGraphs(states, { model: 'sc', onExecution: (execution) => traces.push(execution.trace()) });
  return traces;
}

/** The races of all executions under SC, as `location: label kind, label kind`. */
function racesIn(source: Program): string[] {
  const states = new LocalStates(source);
  const told = tracesOf(states)
    .flatMap(racesOf)
    .map(({ first, second, location }) => {
      const [a, b] = [states.labels.get(first), states.labels.get(second)];
      const accesses = [a, b].map(({ text, kind }) => `${text} ${kind}`).sort();
      return `${states.locations.name(location)}: ${accesses.join(', ')}`;
    });
  return [...new Set(told)].sort();
}

type Steps = Generator<Operation, void, number>;

/** Threads a, b, c … over data (plain) and flag. */
function threads(...bodies: readonly ((data: Variable, flag: Variable, p: ProgramBuilder) => () => Steps)[]): Program {
  return program('threads', (p) => {
    const data = p.variable('data');
    const flag = p.variable('flag');
    bodies.forEach((body, i) => p.thread('abc'[i]!, body(data, flag, p)));
  });
}

const DATA_RACE = ['data: a#0 store, b#1 load'];

describe('message passing', () => {
  const passing = (write: MemoryOrder, read: MemoryOrder): Program =>
    threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield store(flag, 1, write);
        },
      (data, flag) =>
        function* () {
          if ((yield load(flag, read)) === 1) yield load(data, 'plain');
        },
    );

  it.each<[MemoryOrder, MemoryOrder]>([
    ['release', 'acquire'],
    ['seq_cst', 'seq_cst'],
    ['release', 'seq_cst'],
    ['acq_rel', 'acq_rel'],
  ])('%s to %s is ordered', (write, read) => {
    expect(racesIn(passing(write, read))).toEqual([]);
  });

  it.each<[MemoryOrder, MemoryOrder]>([
    ['relaxed', 'relaxed'],
    ['release', 'relaxed'],
    ['relaxed', 'acquire'],
    ['acquire', 'release'],
  ])('%s to %s is not', (write, read) => {
    expect(racesIn(passing(write, read))).toEqual(DATA_RACE);
  });

  it('with a plain flag, races on the flag, too', () => {
    expect(racesIn(passing('plain', 'plain'))).toEqual([...DATA_RACE, 'flag: a#1 store, b#0 load']);
  });

  it('an atomic does not keep a plain access of the same location from racing', () => {
    expect(racesIn(passing('plain', 'acquire'))).toEqual([...DATA_RACE, 'flag: a#1 store, b#0 load']);
  });

  const fenced = (release: MemoryOrder, write: MemoryOrder, read: MemoryOrder, acquire: MemoryOrder): Program =>
    threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield fence(release);
          yield store(flag, 1, write);
        },
      (data, flag) =>
        function* () {
          if ((yield load(flag, read)) !== 1) return;
          yield fence(acquire);
          yield load(data, 'plain');
        },
    );

  it.each<[MemoryOrder, MemoryOrder, MemoryOrder, MemoryOrder]>([
    ['release', 'relaxed', 'relaxed', 'acquire'],
    ['seq_cst', 'relaxed', 'relaxed', 'seq_cst'],
    ['acq_rel', 'relaxed', 'relaxed', 'acq_rel'],
    ['release', 'relaxed', 'acquire', 'release'],
    ['acquire', 'release', 'relaxed', 'acquire'],
  ])('fence %s, %s to %s, fence %s is ordered', (...orders) => {
    expect(racesIn(fenced(...orders))).toEqual([]);
  });

  it.each<[MemoryOrder, MemoryOrder, MemoryOrder, MemoryOrder]>([
    ['acquire', 'relaxed', 'relaxed', 'acquire'],
    ['release', 'relaxed', 'relaxed', 'release'],
  ])('fence %s, %s to %s, fence %s is not', (...orders) => {
    expect(racesIn(fenced(...orders))).toEqual(['data: a#0 store, b#2 load']);
  });

  it('fences do nothing for plain flags', () => {
    expect(racesIn(fenced('seq_cst', 'plain', 'plain', 'seq_cst'))).toEqual([
      'data: a#0 store, b#2 load',
      'flag: a#2 store, b#0 load',
    ]);
  });

  it('a fence in the wrong place does nothing', () => {
    const early = threads(
      (data, flag) =>
        function* () {
          yield fence('release');
          yield store(data, 1, 'plain');
          yield store(flag, 1);
        },
      (data, flag) =>
        function* () {
          if ((yield load(flag, 'acquire')) === 1) yield load(data, 'plain');
        },
    );
    expect(racesIn(early)).toEqual(['data: a#1 store, b#1 load']);
  });
});

describe('release sequences', () => {
  const chain = (between: (flag: Variable) => Operation): Program =>
    threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield store(flag, 1, 'release');
        },
      (_, flag) =>
        function* () {
          yield between(flag);
        },
      (data, flag) =>
        function* () {
          if ((yield load(flag, 'acquire')) === 2) yield load(data, 'plain');
        },
    );

  it('go on through read-modify-writes, even relaxed ones', () => {
    expect(racesIn(chain((flag) => compareExchange(flag, 1, 2, 'relaxed')))).toEqual([]);
  });

  it('end at another store, and at one that is no atomic', () => {
    const race = ['data: a#0 store, c#1 load'];
    expect(racesIn(chain((flag) => store(flag, 2)))).toEqual(race);
    expect(racesIn(chain((flag) => compareExchange(flag, 1, 2, 'plain')))).toEqual(expect.arrayContaining(race));
  });

  it('a relaxed read-modify-write releases nothing of its own', () => {
    const own = threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield exchange(flag, 1, 'relaxed');
        },
      (data, flag) =>
        function* () {
          if ((yield load(flag, 'acquire')) === 1) yield load(data, 'plain');
        },
    );
    expect(racesIn(own)).toEqual(DATA_RACE);
  });
});

describe('mutexes', () => {
  const increment = (data: Variable, mutex: Variable) =>
    function* (): Steps {
      yield lock(mutex);
      yield store(data, (yield load(data, 'plain')) + 1, 'plain');
      yield unlock(mutex);
    };

  it('order the accesses that they guard', () => {
    expect(racesIn(threads(increment, increment, increment))).toEqual([]);
  });

  it('order nothing for a thread that does not lock', () => {
    const bare = (data: Variable) =>
      function* (): Steps {
        yield load(data, 'plain');
      };
    expect(racesIn(threads(increment, bare))).toEqual(['data: a#2 store, b#0 load']);
  });

  it('order later accesses if one is tried and found free, not if it is found taken', () => {
    const trying = (wanted: 'free' | 'taken'): Program =>
      threads(
        (data, mutex) =>
          function* () {
            yield store(data, 1, 'plain');
            yield lock(mutex);
            yield unlock(mutex);
          },
        (data, mutex, p) => {
          const other = p.variable('other');
          return function* () {
            const taken = (yield tryLock(mutex)) !== 0;
            if (taken && wanted === 'taken') yield load(data, 'plain');
            if (!taken && wanted === 'free') yield load(other, 'plain');
          };
        },
      );
    expect(racesIn(trying('taken'))).toEqual(DATA_RACE);
    expect(racesIn(trying('free'))).toEqual([]);
  });
});

describe('synchronisation objects', () => {
  const once = (data: Variable, place: Variable) =>
    function* (): Steps {
      const enter = { key: 'enter', ready: (old: number) => old !== 1, apply: (old: number) => (old === 0 ? 1 : old) };
      if ((yield transform(place, enter)) === 0) {
        yield store(data, 1, 'plain');
        yield transform(place, { key: 'finish', apply: () => 2 });
      }
      yield load(data, 'plain');
    };

  it('order their steps, those that change nothing included', () => {
    expect(racesIn(threads(once, once, once))).toEqual([]);
  });
});

describe('spawn and join', () => {
  const parent = (joins: boolean): Program =>
    threads(
      (data) =>
        function* () {
          yield store(data, 1, 'plain');
          const child = yield spawn(function* () {
            yield store(data, 2, 'plain');
          }, 'child');
          if (joins) yield join(child);
          yield load(data, 'plain');
        },
    );

  it('order parent, child and parent', () => {
    expect(racesIn(parent(true))).toEqual([]);
  });

  it('without a join, the child is not ordered before later accesses', () => {
    expect(racesIn(parent(false))).toEqual(['data: a#2 load, child#0 store']);
  });

  it('a thread that does nothing passes on the events before it', () => {
    const passing = threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield store(flag, yield spawn(() => ({ next: () => ({ done: true, value: undefined }) })));
        },
      (data, flag) =>
        function* () {
          const child = yield until(flag, '!=', 0);
          yield join(child);
          yield load(data, 'plain');
        },
    );
    expect(racesIn(passing)).toEqual([]);
  });
});

describe('accesses that do not race', () => {
  const both = (one: (x: Variable) => Operation, other: (x: Variable) => Operation): string[] => {
    const single = (operation: (x: Variable) => Operation) => (data: Variable) =>
      function* (): Steps {
        yield operation(data);
      };
    return racesIn(threads(single(one), single(other)));
  };

  it('two reads', () => {
    expect(both((x) => load(x, 'plain'), (x) => load(x, 'plain'))).toEqual([]); // prettier-ignore
  });

  it('two atomics', () => {
    expect(both((x) => store(x, 1), (x) => load(x))).toEqual([]); // prettier-ignore
    expect(both((x) => fetchAdd(x, 1, 'relaxed'), (x) => store(x, 1))).toEqual([]); // prettier-ignore
  });

  it('but a plain access and an atomic', () => {
    expect(
      both(
        (x) => store(x, 1, 'seq_cst'),
        (x) => load(x, 'plain'),
      ),
    ).toHaveLength(1);
    expect(
      both(
        (x) => store(x, 1, 'plain'),
        (x) => load(x, 'seq_cst'),
      ),
    ).toHaveLength(1);
    expect(
      both(
        (x) => store(x, 1, 'plain'),
        (x) => store(x, 2, 'plain'),
      ),
    ).toHaveLength(1);
  });

  it('a compare-and-swap that fails only reads', () => {
    expect(both((x) => compareExchange(x, 1, 2), (x) => load(x, 'plain'))).toEqual([]); // prettier-ignore
    expect(
      both(
        (x) => compareExchange(x, 0, 2),
        (x) => load(x, 'plain'),
      ),
    ).toHaveLength(1);
  });
});

it('reports each pair of labels and location once, with the threads', () => {
  const site = { file: 'a.c', line: 3 };
  const body = (data: Variable) =>
    function* (): Steps {
      for (let i = 0; i < 2; i++) yield store(data, i, 'plain', site);
    };
  const states = new LocalStates(threads(body, body, body));
  for (const trace of tracesOf(states)) {
    expect(racesOf(trace)).toEqual([{ first: 0, second: 0, location: 0, events: [0, 2] }]);
  }
});

it('an observer races with no thread', () => {
  const source = program('observed', (p) => {
    const x = p.variable('x');
    p.thread('writer', function* () {
      yield store(x, 1, 'seq_cst');
    });
    p.thread('observer', function* () {
      yield load(x, 'plain');
    });
  });
  const [writer, observer] = source.threads;
  expect(racesIn(source)).toHaveLength(1);
  expect(racesIn({ ...source, threads: [writer!, { ...observer!, observes: true }] })).toEqual([]);
});
