import type { Instruction, InstructionProgram, MemoryOrder, ModelName, Operation, Program } from '@fencepost/core';
import {
  FencepostError,
  LocalStates,
  compareExchange,
  exchange,
  fence,
  fetchAdd,
  fromInstructions,
  load,
  program,
  store,
  until,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as peers from '@fencepost/testing';
import { exploreAll, exploreSource } from '../src/index.js';

const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];

/** The traces of a program, each with how it ended; a trace found twice is an error. */
function tracesOf(explore: typeof exploreSource, states: LocalStates, model: ModelName): Map<string, string> {
  const traces = new Map<string, string>();
  explore(states, {
    model,
    onExecution: (execution) => {
      const { key } = execution.trace();
      expect(traces.has(key), `${key} is found again`).toBe(false);
      traces.set(key, `${execution.deadlocked ? 'deadlock' : 'end'}, ${execution.sequential ? 'SC' : 'not SC'}`);
    },
  });
  return traces;
}

/** Compares Source-DPOR with the oracle; gives the numbers of traces under SC, TSO and PSO. */
function agreedCounts(source: Program, models: readonly ModelName[] = MODELS): number[] {
  const states = new LocalStates(source);
  return models.map((model) => {
    const expected = tracesOf(exploreAll, states, model);
    expect(tracesOf(exploreSource, states, model)).toEqual(expected);
    return expected.size;
  });
}

/**
 * A program in short: `W0` stores to location 0, `R0` loads from it, `A0` adds to it, `L0` waits until it is 0 and makes
 * it 1, `X0` sets it back; `F` is a full fence.
 */
function parse(text: string): Program {
  return threads(...text.split('||').map((list) => list.trim().split(' ').map(operation)));
}

/** A program whose threads execute these operations, whatever they read. */
function threads(...lists: readonly (readonly Operation[])[]): Program {
  return program('test', (p) => {
    lists.forEach((list, t) =>
      p.thread(`t${t}`, function* () {
        for (const one of list) yield one;
      }),
    );
  });
}

function write(address: number, value: number): Instruction {
  return { op: 'store', address, value };
}

function counts(source: Program, model: ModelName): string {
  const { executions, deadlocks, blocked } = exploreSource(new LocalStates(source), { model });
  return `${executions} traces, ${deadlocks} deadlocks, ${blocked} blocked`;
}

function operation(text: string): Operation {
  const place = Number(text.slice(1));
  switch (text[0]) {
    case 'W':
      return store(place, 1);
    case 'R':
      return load(place);
    case 'A':
      return fetchAdd(place, 0);
    case 'L':
      return { ...exchange(place, 1), until: '==', awaited: 0 };
    case 'X':
      return exchange(place, 0);
    default:
      return fence();
  }
}

describe('Source-DPOR on programs that are hard to get right', () => {
  // The smallest programs that break a wrong happens-before, race or sleep set, with their traces under SC, TSO and PSO.
  it.each([
    ['W0 || R0 W1 R0 || W1', [6, 6, 6]],
    ['W1 W0 || R2 W0 || R1 W0 R0 R1', [28, 31, 36]],
    ['W0 F R1 || W1 R1 || W1 R1 R0', [17, 22, 22]],
    ['W0 W1 || R1 W1 || W1 W1 R1 R0 F', [68, 88, 110]],
    ['W0 W1 || W1 R0 R1', [5, 6, 6]],
    ['W1 R0 R1 || W0 R2 || W1', [6, 6, 6]],
    ['W0 W1 || R1 W2 || R2 R2 || W2 F R0', [42, 42, 48]],
    ['R1 W0 W2 || W0 R1 || W1 W1 R0 || R2 R0', [144, 243, 324]],
    ['W0 R1 || W2 || W0 W1 || R1 W2 W2 W0', [51, 54, 72]],
    ['W1 R1 || W0 A1 X1', [6, 6, 6]],
    // A waiting thread at the end of a run that a sleep set cut.
    ['A0 || X1 || L1 || L1 W0', [7, 7, 7]],
  ])('%s', (text, expected) => {
    expect(agreedCounts(parse(text))).toEqual(expected);
  });
});

describe('Source-DPOR on each kind of operation', () => {
  it('store-store fences order updates, also when the buffer was empty at the fence', () => {
    const writer = (order: MemoryOrder): Program =>
      threads([store(0, 1), load(2), fence(order), store(1, 1), store(0, 2)], [load(1), load(0)], [store(2, 1)]);
    expect(agreedCounts(writer('acquire'))).toEqual([10, 10, 12]);
    expect(agreedCounts(writer('release'))).toEqual([10, 10, 10]);
  });

  it('stores of one epoch are not ordered by a store of the epoch before', () => {
    const source = threads([store(0, 1), store(0, 2, 'release'), store(1, 1)], [load(1), load(0)]);
    expect(agreedCounts(source)).toEqual([4, 4, 5]);
  });

  it('an atomic drains its location, the stores before a fence, or everything, by its order', () => {
    const writer = (order: MemoryOrder, fences: boolean): Program =>
      threads(
        [store(0, 1), ...(fences ? [fence('release')] : []), store(1, 1), fetchAdd(1, 1, order), load(2)],
        [store(2, 1), fence(), load(1), load(0)],
      );
    expect(agreedCounts(writer('relaxed', false))).toEqual([5, 5, 8]);
    expect(agreedCounts(writer('relaxed', true))).toEqual([5, 5, 5]);
    expect(agreedCounts(writer('release', false))).toEqual([5, 5, 6]);
  });

  it('an atomic comes after the updates that a fence put first', () => {
    const twice = [load(1), load(0)];
    const source = threads([store(0, 1), fence('release'), fetchAdd(1, 1, 'relaxed')], twice, twice);
    expect(agreedCounts(source)).toEqual([9, 9, 9]);
    const waiting = threads(
      [exchange(1, 0), until(0, '==', 0)],
      [store(0, 2), fence('release'), exchange(1, 0, 'relaxed'), exchange(1, 0, 'release')],
    );
    expect(agreedCounts(waiting)).toEqual([4, 4, 4]);
  });

  it('a failed compare-and-swap only reads', () => {
    const failing = compareExchange(0, 7, 1);
    expect(agreedCounts(threads([failing], [failing], [failing]))).toEqual([1, 1, 1]);
    const first = compareExchange(0, 0, 1);
    expect(agreedCounts(threads([first], [first], [first, load(0)]))).toEqual([3, 3, 3]);
  });

  it('addresses and branches may depend on read values', () => {
    const source: InstructionProgram = {
      name: 'pointers',
      threads: [
        { name: 'publisher', instructions: [write(5, 1), write(0, 5), { op: 'load', to: 0, address: 6 }] },
        {
          name: 'reader',
          instructions: [
            { op: 'load', to: 0, address: 0 },
            { op: 'skip', left: { register: 0 }, compare: '==', right: 0, count: 1 },
            { op: 'load', to: 1, address: { register: 0 } },
            { op: 'store', address: 6, value: 1 },
          ],
        },
      ],
    };
    expect(agreedCounts(fromInstructions(source))).toEqual([4, 4, 6]);
  });

  it('threads are started, and waited for with all they stored', () => {
    const source: InstructionProgram = {
      name: 'family',
      threads: [
        {
          name: 'parent',
          instructions: [
            write(0, 1),
            { op: 'spawn', to: 0, body: [write(1, 1), { op: 'load', to: 0, address: 0 }, write(2, 1)] },
            { op: 'load', to: 1, address: 2 },
            { op: 'join', thread: { register: 0 } },
            { op: 'load', to: 2, address: 1 },
          ],
        },
        { name: 'other', instructions: [write(0, 2), { op: 'load', to: 0, address: 1 }] },
        {
          name: 'last',
          instructions: [
            { op: 'join', thread: 0 },
            { op: 'load', to: 0, address: 2 },
          ],
        },
      ],
    };
    expect(agreedCounts(fromInstructions(source))).toEqual([10, 12, 12]);
  });

  it('seq_cst stores drain and go to memory at once', () => {
    const sb = (order: MemoryOrder): Program => threads([store(0, 1, order), load(1)], [store(1, 1, order), load(0)]);
    expect(agreedCounts(sb('release'))).toEqual([3, 4, 4]);
    expect(agreedCounts(sb('seq_cst'))).toEqual([3, 3, 3]);
  });
});

describe('Source-DPOR on threads that wait', () => {
  it('finds the run in which an awaited value was missed: a deadlock', () => {
    const source = threads([store(0, 1), store(0, 0)], [until(0, '==', 1)]);
    expect(agreedCounts(source)).toEqual([2, 2, 2]);
    expect(counts(source, 'tso')).toBe('2 traces, 1 deadlocks, 0 blocked');
  });

  it('counts a deadlock once, for all values that the waiting threads could have read before', () => {
    const source = threads(
      [store(0, 1), store(0, 2), store(0, 3)],
      [until(0, '==', 7), store(1, 1)],
      [until(1, '==', 1)],
    );
    for (const model of MODELS) expect(counts(source, model)).toBe('1 traces, 1 deadlocks, 0 blocked');
    expect(agreedCounts(source)).toEqual([1, 1, 1]);
  });

  it('waits for a value behind a pending store of its own', () => {
    const source = threads([store(0, 1), until(0, '==', 2), load(1)], [store(0, 2), store(1, 1)]);
    expect(agreedCounts(source)).toEqual([3, 3, 3]);
  });

  it('ignores writes of others behind a pending store of its own', () => {
    const own = threads([store(0, 1), until(0, '==', 0)], [store(0, 2, 'seq_cst')]);
    expect(agreedCounts(own)).toEqual([2, 2, 2]);
    const ofOthers = threads(
      [store(0, 3)],
      [store(0, 1), until(0, '==', 0)],
      [load(1), until(1, '==', 0), load(0)],
      [store(1, 1)],
    );
    expect(agreedCounts(ofOthers)).toEqual([10, 10, 10]);
  });

  it('takes mutexes in every order and finds the deadlock of opposite orders', () => {
    const locks = (flip: boolean): Program => {
      const lock = (address: number): Instruction => ({ op: 'lock', address });
      const unlock = (address: number): Instruction => ({ op: 'unlock', address });
      const body = (a: number, b: number): Instruction[] => [lock(a), lock(b), unlock(b), unlock(a)];
      return fromInstructions({
        name: 'locks',
        threads: [body(0, 1), flip ? body(1, 0) : body(0, 1)].map((instructions, i) => ({
          name: `t${i}`,
          instructions,
        })),
      });
    };
    expect(agreedCounts(locks(false))).toEqual([2, 2, 2]);
    expect(agreedCounts(locks(true))).toEqual([3, 3, 3]);
    expect(counts(locks(true), 'pso')).toBe('3 traces, 1 deadlocks, 0 blocked');
  });

  it('a join of a thread that waits for ever waits for ever', () => {
    const source = fromInstructions({
      name: 'join',
      threads: [
        { name: 'a', instructions: [{ op: 'join', thread: 1 }, write(1, 1)] },
        { name: 'b', instructions: [{ op: 'load', to: 0, address: 0, until: { compare: '!=', value: 0 } }] },
        { name: 'c', instructions: [write(2, 1)] },
      ],
    });
    expect(agreedCounts(source)).toEqual([1, 1, 1]);
    expect(counts(source, 'sc')).toBe('1 traces, 1 deadlocks, 0 blocked');
  });

  it('a join comes after the steps of the thread, also in deciding whether a trace is SC', () => {
    const source = fromInstructions({
      name: 'join and wait',
      threads: [
        {
          name: 'a',
          instructions: [
            { op: 'join', thread: 1 },
            { op: 'load', to: 0, address: 0 },
          ],
        },
        { name: 'b', instructions: [write(1, 1)] },
        { name: 'c', instructions: [write(0, 1), { op: 'load', to: 0, address: 1 }] },
      ],
    });
    expect(agreedCounts(source)).toEqual([3, 4, 4]);
  });

  it('spends no run on values that no thread waits for', () => {
    expect(counts(peers.ticketLock(4, 1), 'tso')).toBe('24 traces, 0 deadlocks, 0 blocked');
    expect(counts(peers.clhLock(3, 2), 'pso')).toBe('90 traces, 0 deadlocks, 0 blocked');
    expect(counts(peers.fileSystem(16), 'sc')).toBe('8 traces, 0 deadlocks, 0 blocked');
  });
});

describe('Source-DPOR', () => {
  it('knows more actors than a word has bits', () => {
    const count = 40;
    const alone = Array.from({ length: count }, (_, i) => [store(i, 1)]);
    for (const model of MODELS) {
      expect(counts(threads(...alone, [load(count - 1)]), model)).toBe('2 traces, 0 deadlocks, 0 blocked');
    }
  });

  it('can do with few local states at a time', () => {
    const source = peers.fibonacci(2);
    for (const model of MODELS) {
      const { executions, nonSequential } = exploreSource(new LocalStates(source), { model });
      const frugal = exploreSource(new LocalStates(source, 4), { model });
      expect([frugal.executions, frugal.nonSequential, frugal.failures]).toEqual([executions, nonSequential, []]);
    }
  });

  it('keeps the dependencies of a racing event once the other is gone, and so cuts few runs', () => {
    expect(counts(parse('W0 W1 || W1 R0 R1'), 'pso')).toBe('6 traces, 0 deadlocks, 0 blocked');
    expect(counts(parse('W0 W1 || R1 W1 || W1 W1 R1 R0 F'), 'pso')).toBe('110 traces, 0 deadlocks, 0 blocked');
  });

  it('refuses PSLO', () => {
    const states = new LocalStates(parse('W0'));
    expect(() => exploreSource(states, { model: 'pslo' })).toThrow(FencepostError);
  });

  it('finds exactly the same as the oracle on programs full of atomics and waiting', { timeout: 60_000 }, () => {
    const place = fc.integer({ min: 0, max: 2 });
    const value = fc.integer({ min: 0, max: 2 });
    const order = fc.constantFrom<MemoryOrder>('relaxed', 'acquire', 'release', 'seq_cst');
    const compare = fc.constantFrom('==' as const, '!=' as const, '<' as const);
    const operations = fc.oneof(
      fc.tuple(place).map(([x]) => load(x)),
      fc.tuple(place, value, order).map(([x, v, o]) => store(x, v, o)),
      fc.tuple(place, value, order).map(([x, v, o]) => fetchAdd(x, v, o)),
      fc.tuple(place, value, value, order).map(([x, e, v, o]) => compareExchange(x, e, v, o)),
      fc.tuple(place, compare, value).map(([x, c, v]) => until(x, c, v)),
      fc.tuple(place, value, compare, value, order).map(([x, v, c, w, o]): Operation => {
        return { ...exchange(x, v, o), until: c, awaited: w };
      }),
      fc.constantFrom(fence('release'), fence('seq_cst')),
    );
    const lists = fc.oneof(
      fc.array(fc.array(operations, { maxLength: 4 }), { minLength: 2, maxLength: 2 }),
      fc.array(fc.array(operations, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      fc.array(fc.array(operations, { maxLength: 2 }), { minLength: 4, maxLength: 4 }),
    );
    fc.assert(
      fc.property(lists, (operationsOf) => void agreedCounts(threads(...operationsOf))),
      { numRuns: 300 },
    );
  });
});
