import type {
  Instruction,
  InstructionProgram,
  MemoryOrder,
  Operation,
  Program,
  ProgramBuilder,
  Trace,
  TraceEvent,
  Variable,
} from '@fencepost/core';
import {
  JOIN,
  LocalStates,
  Machine,
  ORDERS,
  RMW,
  SPAWN,
  STORE,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  fromInstructions,
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
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RandomProgramOptions } from '../bench/random-programs.js';
import { randomProgram } from '../bench/random-programs.js';
import { show } from '../bench/show-program.js';
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

  it('order what they guard', () => {
    expect(racesIn(threads(increment, increment, increment))).toEqual([]);
  });

  it('order nothing for a thread that does not lock', () => {
    const bare = (data: Variable) =>
      function* (): Steps {
        yield load(data, 'plain');
      };
    expect(racesIn(threads(increment, bare))).toEqual(['data: a#2 store, b#0 load']);
  });

  it('order what follows if one is tried and found free, not if it is found taken', () => {
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

  it('without a join, the child is not ordered before what follows', () => {
    expect(racesIn(parent(false))).toEqual(['data: a#2 load, child#0 store']);
  });

  it('a thread that does nothing passes on what happened before it', () => {
    const passing = threads(
      (data, flag) =>
        function* () {
          yield store(data, 1, 'plain');
          yield store(flag, yield spawn(function* () {}));
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

describe('what is no race', () => {
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

it('tells each pair of labels and location once, with the threads', () => {
  const site = { file: 'a.c', line: 3 };
  const body = (data: Variable) =>
    function* (): Steps {
      for (let i = 0; i < 2; i++) yield store(data, i, 'plain', site);
    };
  const states = new LocalStates(threads(body, body, body));
  for (const trace of tracesOf(states)) {
    expect(racesOf(trace)).toEqual([{ first: 0, second: 0, location: 0, threads: [0, 1] }]);
  }
});

/** Changes the orders of accesses. */
function reordered(source: InstructionProgram, change: (access: Access) => MemoryOrder): InstructionProgram {
  const rewrite = (list: readonly Instruction[]): Instruction[] =>
    list.map((step) => {
      if (step.op === 'spawn') return { ...step, body: rewrite(step.body) };
      return step.op === 'load' || step.op === 'store' || step.op === 'rmw' ? { ...step, order: change(step) } : step;
    });
  const rewritten = {
    ...source,
    threads: source.threads.map((thread) => ({ ...thread, instructions: rewrite(thread.instructions) })),
  };
  return Object.defineProperty(rewritten, fc.toStringMethod, { value: () => show(rewritten), enumerable: false });
}

type Access = Extract<Instruction, { readonly op: 'load' | 'store' | 'rmw' }>;

/** Relaxed accesses become plain here and there; or else those of x, which others guard with strong orders. */
function withPlain(size: RandomProgramOptions): fc.Arbitrary<InstructionProgram> {
  const choices = fc.array(fc.nat(3), { minLength: 30, maxLength: 30 });
  return fc.tuple(randomProgram(size), fc.boolean(), choices).map(([source, guarded, chosen]) => {
    let next = 0;
    return reordered(source, ({ op, address, order = 'relaxed' }) => {
      const choice = chosen[next++ % chosen.length]!;
      if (guarded && address === 0) return 'plain';
      if (order !== 'relaxed') return order;
      if (guarded) return choice === 0 ? order : op === 'load' ? 'acquire' : 'release';
      return choice === 0 ? order : 'plain';
    });
  });
}

/** The definition, edge by edge and by transitive closure, for traces of any size that one can wait for. */
function racesByDefinition(trace: Trace): string[] {
  const { states, events } = trace;
  const n = events.length;
  const kindOf = ({ state }: TraceEvent): number => states.kind[state]!;
  const orderOf = ({ state }: TraceEvent): MemoryOrder => ORDERS[states.code[state]! % 8]!;
  const isFence = (e: TraceEvent): boolean =>
    states.location[e.state]! < 0 && kindOf(e) !== SPAWN && kindOf(e) !== JOIN;
  const acquires = (e: TraceEvent): boolean => ['acquire', 'acq_rel', 'seq_cst'].includes(orderOf(e));
  const releases = (e: TraceEvent): boolean => ['release', 'acq_rel', 'seq_cst'].includes(orderOf(e));
  const sequencedBefore = (a: TraceEvent, b: TraceEvent): boolean => a.thread === b.thread && a.position < b.position;
  /** The write that is read, and those of whose release sequence it is part. */
  const heads = (read: TraceEvent): TraceEvent[] => {
    if (read.source === undefined || read.source < 0) return [];
    const write = events[read.source]!;
    if (orderOf(write) === 'plain') return [];
    return [write, ...(kindOf(write) === RMW ? heads(write) : [])];
  };
  const failedTry = (e: TraceEvent): boolean =>
    e.wrote === undefined && states.locations.isMutex(states.location[e.state]!);
  /** Pairs of events of which the first synchronises with the second. */
  const synchronises = (a: TraceEvent, b: TraceEvent): boolean => {
    if (kindOf(a) === SPAWN && states.operand[a.state] === b.thread) return true;
    if (kindOf(b) === JOIN && states.operand[b.state] === a.thread) return true;
    // Through a thread that does nothing.
    if (kindOf(a) === SPAWN && kindOf(b) === JOIN && states.operand[a.state] === states.operand[b.state]) return true;
    return events.some((read) => {
      if (read.source === undefined || orderOf(read) === 'plain' || failedTry(read)) return false;
      const receives = read === b ? acquires(b) : isFence(b) && acquires(b) && sequencedBefore(read, b);
      if (!receives) return false;
      return heads(read).some((write) =>
        write === a ? releases(a) : isFence(a) && releases(a) && sequencedBefore(a, write),
      );
    });
  };
  const before = events.map((a) => events.map((b) => sequencedBefore(a, b) || synchronises(a, b)));
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) before[i]![j] ||= before[i]![k]! && before[k]![j]!;
    }
  }
  const found = new Set<string>();
  events.forEach((a, i) => {
    events.forEach((b, j) => {
      const location = states.location[a.state]!;
      if (location < 0 || location !== states.location[b.state] || a.thread === b.thread) return;
      if (![a, b].some(({ wrote }) => wrote !== undefined)) return;
      if (![a, b].some((each) => orderOf(each) === 'plain')) return;
      if (before[i]![j]! || before[j]![i]!) return;
      const labels = [states.label[a.state]!, states.label[b.state]!].sort((x, y) => x - y);
      found.add([...labels, location].join(' '));
    });
  });
  return [...found].sort();
}

const SIZES: readonly RandomProgramOptions[] = [
  { threads: 2, operations: 9 },
  { threads: 3, operations: 8 },
];

describe('random programs', () => {
  it.each(SIZES)('races are those of the definition: $threads threads', { timeout: 60_000 }, (size) => {
    let raced = 0;
    let ordered = 0;
    fc.assert(
      fc.property(withPlain(size), (source) => {
        for (const trace of tracesOf(new LocalStates(fromInstructions(source))).slice(0, 40)) {
          const races = racesOf(trace);
          const told = races.map(({ first, second, location }) => [first, second, location].join(' ')).sort();
          expect(told).toEqual(racesByDefinition(trace));
          if (told.length > 0) raced++;
          else ordered++;
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(raced, ordered)).toBeGreaterThan(100);
  });
});

/** Can two accesses of different threads be adjacent, one of them plain, one of them a write? (On the SC machine.) */
function canCollide(states: LocalStates): boolean {
  const seen = new Set<string>();
  const stack = [new Machine(states, 'sc')];
  const writes = (machine: Machine, t: number): boolean => {
    const state = machine.local[t]!;
    const kind = states.kind[state];
    return kind === STORE || (kind === RMW && states.writesAfter(state, machine.memory.m[states.location[state]!]!));
  };
  const placeOf = (machine: Machine, t: number): number => states.location[machine.local[t]!]!;
  const isPlain = (machine: Machine, t: number): boolean => ORDERS[states.code[machine.local[t]!]! % 8] === 'plain';
  for (let machine = stack.pop(); machine !== undefined; machine = stack.pop()) {
    const key = `${machine.local.join()}|${[...machine.memory.m].join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (let t = 0; t < machine.threads; t++) {
      if (!machine.canRun(t)) continue;
      const next = new Machine(states, 'sc');
      next.copyFrom(machine);
      next.run(t);
      stack.push(next);
      const location = placeOf(machine, t);
      if (location < 0) continue;
      for (let u = 0; u < machine.threads; u++) {
        if (u === t || !next.canRun(u) || placeOf(next, u) !== location) continue;
        const plain = isPlain(machine, t) || isPlain(next, u);
        if (plain && (writes(machine, t) || writes(next, u))) return true;
      }
    }
  }
  return false;
}

/** Accesses that are not plain made seq_cst. (Fences then order nothing more.) */
function strengthened(source: InstructionProgram): InstructionProgram {
  return reordered(source, ({ order }) => (order === 'plain' ? order : 'seq_cst'));
}

// Boehm, Adve: Foundations of the C++ Concurrency Memory Model (PLDI 2008), section 4: with locks and seq_cst atomics
// only, a program has two conflicting accesses that nothing orders if and only if it has two that can be adjacent.
describe('with seq_cst atomics only', () => {
  it.each(SIZES)('there is a race if two accesses can collide: $threads threads', { timeout: 60_000 }, (size) => {
    const counts = [0, 0];
    fc.assert(
      fc.property(withPlain(size).map(strengthened), (source) => {
        const states = new LocalStates(fromInstructions(source));
        const collide = canCollide(states);
        expect(tracesOf(states).some((trace) => racesOf(trace).length > 0)).toBe(collide);
        counts[Number(collide)]!++;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });
});
