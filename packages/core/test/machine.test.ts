import type { MemoryOrder, ModelName, Operation, Program, ThreadBody } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  MOST_EVENTS_PER_THREAD,
  fence,
  join,
  load,
  lock,
  hasMachine,
  modelNames,
  program,
  rmw,
  spawn,
  store,
  unlock,
  until,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram, walk } from '@fencepost/testing';
import { errorOf, recordingMachine } from '@fencepost/testing/machines';

const X = 0;
const Y = 1;
const MUTEX = 2;

const idle: ThreadBody = function* () {
  yield fence('relaxed');
};

/** The operation under test works on x. */
interface Row {
  readonly name: string;
  readonly operation: () => Operation;
  /** What it waits for before it can be executed, under TSO and under PSO and PSLO. */
  readonly tso: 'nothing' | 'all';
  readonly pso: 'nothing' | 'own address' | 'all';
  /** Do stores after it reach memory after those before it (PSO, PSLO)? */
  readonly ordersStores: boolean;
  /** Do loads after it see what was in memory when it was executed (PSLO)? */
  readonly ordersLoads: boolean;
}

function row(name: string, operation: () => Operation, tso: Row['tso'], pso: Row['pso'], orders = ''): Row {
  return { name, operation, tso, pso, ordersStores: orders.includes('stores'), ordersLoads: orders.includes('loads') };
}

const loads = (order: MemoryOrder) => (): Operation => load(X, order);
const stores = (order: MemoryOrder) => (): Operation => store(X, 5, order);
const rmws = (order: MemoryOrder) => (): Operation => rmw('add', X, 1, order);

/** The table "what the source languages' operations mean", row by row. */
const TABLE: readonly Row[] = [
  row('relaxed load', loads('relaxed'), 'nothing', 'nothing'),
  row('acquire load', loads('acquire'), 'nothing', 'nothing', 'loads'),
  row('seq_cst load', loads('seq_cst'), 'nothing', 'nothing', 'loads'),
  row('relaxed store', stores('relaxed'), 'nothing', 'nothing'),
  row('release store', stores('release'), 'nothing', 'nothing', 'stores'),
  row('seq_cst store', stores('seq_cst'), 'all', 'all', 'stores, loads'),
  row('relaxed rmw', rmws('relaxed'), 'all', 'own address'),
  row('acquire rmw', rmws('acquire'), 'all', 'own address', 'loads'),
  row('release rmw', rmws('release'), 'all', 'all', 'stores'),
  row('acq_rel rmw', rmws('acq_rel'), 'all', 'all', 'stores, loads'),
  row('seq_cst rmw', rmws('seq_cst'), 'all', 'all', 'stores, loads'),
  row('seq_cst fence', () => fence('seq_cst'), 'all', 'all', 'stores, loads'),
  row('acq_rel fence', () => fence('acq_rel'), 'nothing', 'nothing', 'stores, loads'),
  row('release fence', () => fence('release'), 'nothing', 'nothing', 'stores'),
  row('acquire fence', () => fence('acquire'), 'nothing', 'nothing', 'loads'),
  row('lock', () => lock(MUTEX), 'all', 'all', 'stores, loads'),
  row('unlock', () => unlock(MUTEX), 'all', 'all', 'stores, loads'),
  row('spawn', () => spawn(idle), 'all', 'all', 'stores, loads'),
  row('join', () => join(2), 'all', 'all', 'stores, loads'),
];

/** Thread 1 does `before`, then the operation under test, then `after`; thread 2 has nothing to do but `other`. */
function around(
  before: readonly Operation[],
  tested: Operation,
  after: readonly Operation[],
  other?: Operation,
): Program {
  return program('around', (p) => {
    for (const name of ['x', 'y', 'mutex']) p.variable(name);
    p.thread('one', function* () {
      for (const operation of [...before, tested, ...after]) yield operation;
    });
    p.thread('two', function* () {
      if (other !== undefined) yield other;
    });
  });
}

const weak = ['ibm370', 'tso', 'pso', 'pslo'] as const;

function waitedFor({ name, tso, pso }: Row, model: string): Row['pso'] {
  if (model === 'sc') return 'nothing';
  // Nothing is forwarded: a load waits for the thread's own stores to its location.
  if (model === 'ibm370' && name.endsWith('load')) return 'own address';
  return model === 'tso' || model === 'ibm370' ? tso : pso;
}

describe.each(TABLE)('$name', (tested) => {
  it.each(modelNames(hasMachine))('waits as the table says under %s', (model) => {
    const waitsFor = waitedFor(tested, model);
    const canRunWith = (...pending: readonly number[]): boolean => {
      const before = pending.map((address) => store(address, 1));
      const machine = new Machine(new LocalStates(around(before, tested.operation(), [])), model);
      before.forEach(() => machine.run(0));
      return machine.canRun(0);
    };
    expect(canRunWith()).toBe(true);
    expect(canRunWith(X)).toBe(waitsFor === 'nothing');
    expect(canRunWith(Y)).toBe(waitsFor !== 'all');
    expect(canRunWith(Y, X)).toBe(waitsFor === 'nothing');
  });

  it.each(weak)('can run as soon as the buffer is empty under %s', (model) => {
    const source = around([store(X, 1), store(Y, 1)], tested.operation(), []);
    const machine = new Machine(new LocalStates(source), model);
    machine.run(0);
    machine.run(0);
    machine.commit(0, 0);
    machine.commit(0, 0);
    expect(machine.canRun(0)).toBe(true);
  });

  it('lets later loads see old values under PSLO, or not', () => {
    // One reads y after two's store to it has reached memory; the operation under test was executed in between.
    const source = around([load(Y)], tested.operation(), [load(Y)], store(Y, 1));
    const machine = new Machine(new LocalStates(source), 'pslo');
    machine.run(0);
    machine.run(1);
    machine.commit(1, 0);
    machine.run(0);
    expect(machine.choices(0)).toBe(tested.ordersLoads ? 1 : 2);
  });
});

// An operation that waits for all stores orders them by waiting; these let the thread go on.
describe.each(TABLE.filter(({ pso }) => pso === 'nothing'))('$name', (tested) => {
  it.each(['pso', 'pslo'] as const)('orders stores, or not, under %s', (model) => {
    // The operation under test is itself the later store, or is followed by one, to another address than the first.
    const isStore = tested.name.endsWith('store');
    const source = around([store(Y, 1)], tested.operation(), isStore ? [] : [store(X, 2)]);
    const machine = new Machine(new LocalStates(source), model);
    machine.run(0);
    machine.run(0);
    if (!isStore) machine.run(0);
    expect(machine.memory.pending(0)).toBe(2);
    expect(machine.canCommit(0, 1)).toBe(!tested.ordersStores);
    expect(machine.canCommit(0, 0)).toBe(true);
    machine.commit(0, 0);
    expect(machine.canCommit(0, 0)).toBe(true);
  });
});

describe('waiting', () => {
  const waiter = (operation: Operation, ...others: readonly ThreadBody[]): Program =>
    program('waiter', (p) => {
      for (const name of ['x', 'y', 'mutex']) p.variable(name);
      p.thread('waiter', function* () {
        return yield operation;
      });
      others.forEach((body, i) => p.thread(`other${i}`, body));
    });
  const setX: ThreadBody = function* () {
    yield store(X, 1);
  };

  it.each(weak)('an await goes on when the value reaches memory under %s', (model) => {
    const machine = new Machine(new LocalStates(waiter(until(X, '>=', 1), setX)), model);
    expect(machine.canRun(0)).toBe(false);
    machine.run(1);
    expect(machine.canRun(0)).toBe(false);
    expect(machine.isDeadlocked()).toBe(false);
    machine.commit(1, 0);
    expect(machine.canRun(0)).toBe(true);
    machine.run(0);
    expect(machine.states.outcome(machine.local[0]!)).toBe(1);
  });

  it.each(weak.filter((model) => model !== 'ibm370'))(
    'an await sees the thread’s own pending store under %s',
    (model) => {
      const source = program('own', (p) => {
        const x = p.variable('x');
        p.thread('t', function* () {
          yield store(x, 3);
          yield until(x, '==', 3);
        });
      });
      const machine = new Machine(new LocalStates(source), model);
      machine.run(0);
      expect(machine.canRun(0)).toBe(true);
    },
  );

  it.each([
    ['==', [false, true, false]],
    ['!=', [true, false, true]],
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
    ['>', [false, false, true]],
    ['>=', [false, true, true]],
  ] as const)('an await compares with %s', (compare, expected) => {
    const canRun = [-1, 0, 1].map((initial) => {
      const source = program('compare', (p) => {
        const x = p.variable('x', initial);
        p.thread('t', function* () {
          yield until(x, compare, 0);
        });
      });
      return new Machine(new LocalStates(source), 'sc').canRun(0);
    });
    expect(canRun).toEqual(expected);
  });

  it('under PSLO an await may be satisfied by an old value', () => {
    const machine = new Machine(new LocalStates(waiter(until(X, '==', 0), setX)), 'pslo');
    machine.run(1);
    machine.commit(1, 0);
    expect([machine.canRun(0, 0), machine.canRun(0, 1), machine.canRun(0, 2)]).toEqual([false, true, false]);
  });

  it.each(modelNames(hasMachine))('a join waits for the end of the thread and of its stores under %s', (model) => {
    const machine = new Machine(new LocalStates(waiter(join(2), setX)), model);
    expect(machine.canRun(0)).toBe(false);
    machine.run(1);
    if (model !== 'sc') {
      expect([machine.canRun(0), machine.finished(1), machine.isDeadlocked()]).toEqual([false, false, false]);
      machine.commit(1, 0);
    }
    expect([machine.canRun(0), machine.finished(1)]).toEqual([true, true]);
    machine.run(0);
    expect([machine.finished(0), machine.isDeadlocked()]).toEqual([true, false]);
  });

  it('a mutex is taken by one at a time', () => {
    const section: ThreadBody = function* () {
      yield lock(MUTEX);
      yield unlock(MUTEX);
    };
    const machine = new Machine(new LocalStates(waiter(lock(MUTEX), section)), 'tso');
    machine.run(1);
    expect([machine.canRun(0), machine.canRun(1)]).toEqual([false, true]);
    machine.run(1);
    expect([machine.canRun(0), machine.isDeadlocked()]).toEqual([true, false]);
    machine.run(0);
    // The first thread ended with the mutex taken; no thread waits for it, so that is no deadlock.
    expect(machine.isDeadlocked()).toBe(false);
  });

  it('a deadlock is when no thread can continue and some thread has not ended', () => {
    const machine = new Machine(new LocalStates(waiter(join(2), () => waitFor(1))), 'tso');
    expect(machine.isDeadlocked()).toBe(true);
    const pending = new Machine(new LocalStates(waiter(until(Y, '==', 1), setX)), 'tso');
    pending.run(1);
    expect(pending.isDeadlocked()).toBe(false);
    pending.commit(1, 0);
    expect(pending.isDeadlocked()).toBe(true);
    function* waitFor(handle: number): ReturnType<ThreadBody> {
      yield join(handle);
      return undefined;
    }
  });

  it('a thread that failed has finished, but no thread can observe it: a failure ends the program', () => {
    const failing: ThreadBody = function* () {
      yield fence();
      throw new Error('crash');
    };
    const machine = new Machine(new LocalStates(waiter(join(2), failing)), 'tso');
    machine.run(1);
    expect([machine.finished(1), machine.canRun(0), machine.canRun(1)]).toEqual([true, false, false]);
  });

  it('a thread that does not end is refused', () => {
    const source = program('endless', (p) => {
      p.thread('t', function* () {
        for (;;) yield fence('relaxed');
      });
    });
    const machine = new Machine(new LocalStates(source), 'sc');
    machine.position[0] = MOST_EVENTS_PER_THREAD - 2;
    machine.run(0);
    expect(errorOf(() => machine.run(0)).code).toBe('TOO_LARGE');
  });
});

describe('spawn', () => {
  it.each(modelNames(hasMachine))('starts a thread that did not exist before under %s', (model) => {
    const source = program('spawn', (p) => {
      const x = p.variable('x');
      p.thread('parent', function* () {
        yield store(x, 1);
        const child = yield spawn(function* () {
          return yield load(x);
        });
        yield join(child);
      });
    });
    const machine = new Machine(new LocalStates(source), model);
    machine.run(0);
    if (model !== 'sc') machine.commit(0, 0);
    expect(machine.canRun(1)).toBe(false);
    machine.run(0);
    // The child starts after the store, so even under PSLO it has no older value to read.
    expect([machine.canRun(0), machine.canRun(1), machine.choices(1)]).toEqual([false, true, 1]);
    machine.run(1);
    expect(machine.canRun(0)).toBe(true);
    expect(machine.states.outcome(machine.local[1]!)).toBe(1);
  });

  it.each(modelNames(hasMachine))('works on a copy made before the thread was known under %s', (model) => {
    const source = program('late', (p) => {
      const x = p.variable('x');
      p.thread('parent', function* () {
        yield load(x);
        yield spawn(function* () {
          yield store(x, 1);
        });
      });
      p.thread('other', function* () {
        yield load(x);
      });
    });
    const states = new LocalStates(source);
    const early = new Machine(states, model);
    new Machine(states, model).run(0);
    const copy = new Machine(states, model);
    copy.copyFrom(early);
    copy.run(0);
    copy.run(0);
    copy.run(2);
    expect(copy.finished(2)).toBe(model === 'sc');
    if (model !== 'sc') copy.commit(2, 0);
    expect([copy.finished(2), copy.memory.m[0]]).toEqual([true, 1]);
  });
});

describe('copies', () => {
  it('are independent', () => {
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 20 });
    const anyModel = fc.constantFrom<ModelName>(...modelNames(hasMachine));
    fc.assert(
      fc.property(
        randomProgram({ threads: 3, operations: 12 }),
        anyModel,
        choices,
        choices,
        choices,
        fc.nat(12),
        (source, model, prefix, first, second, length) => {
          const expected = [first, second].map((rest) => {
            const machine = recordingMachine(source, model);
            walk(machine, prefix, length);
            return { schedule: walk(machine, rest), memory: namedMemory(machine) };
          });
          const states = recordingMachine(source, model).states;
          const original = recordingMachine(states, model);
          walk(original, prefix, length);
          const copy = recordingMachine(states, model);
          copy.copyFrom(original);
          const twin = recordingMachine(states, model);
          walk(twin, second);
          twin.copyFrom(original);
          const found = [
            { schedule: walk(original, first), memory: namedMemory(original) },
            { schedule: walk(copy, second), memory: namedMemory(copy) },
          ];
          expect(found).toEqual(expected);
          expect(walk(twin, first)).toEqual(found[0]!.schedule);
          expect(twin.recorder!.key()).toBe(original.recorder!.key());
          // A machine makes room for threads that another has discovered only when it runs.
          const local = (machine: Machine): number[] => states.threads.handles.map((_, t) => machine.local[t] ?? 0);
          expect(local(twin)).toEqual(local(original));
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Locations are numbered in order of discovery, so machines over different states are compared by address. */
function namedMemory(machine: Machine): Record<number, number> {
  const { addresses, initial } = machine.states.locations;
  const touched: Record<number, number> = {};
  machine.memory.m.forEach((value, location) => {
    if (value !== initial[location]) touched[addresses[location]!] = value;
  });
  return touched;
}
