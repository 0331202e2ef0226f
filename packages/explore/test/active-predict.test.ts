import type { Program } from '@fencepost/core';
import { LocalStates, Machine, Recorder, assert, load, lock, program, store, traceOf, unlock } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figure13, figure2, randomProgram } from '@fencepost/testing';
import { Accesses } from '../src/active/accesses.js';
import { Cycles, accessesOf, isPossible, normalised, predictCycles } from '../src/index.js';
import { statesOf } from './interleavings.js';

interface Event {
  readonly thread: number;
  readonly label: number;
  readonly location: number;
  readonly writes: boolean;
}

function columns(events: readonly Event[]): Accesses {
  const accesses = new Accesses();
  const positions = new Map<number, number>();
  for (const { thread, label, location, writes } of events) {
    const position = positions.get(thread) ?? 0;
    positions.set(thread, position + 1);
    accesses.add(thread, position, label, location, writes);
  }
  return accesses;
}

function predicted(accesses: Accesses, length = 4): string[] {
  const cycles = new Cycles();
  predictCycles(accesses, length, cycles);
  return cycles.sorted().map((cycle) => cycle.join(' '));
}

/** Predicted cycles with the number of operations between the accesses of their pairs; labels are numbers of events. */
function withSpans(accesses: Accesses, length: number, most: number): [string, number][] {
  const cycles = new Cycles(most);
  predictCycles(accesses, length, cycles);
  expect(cycles.leftOut).toBe(most < Infinity);
  const at = (event: number): number => accesses.position[event]!;
  return cycles.sorted().map((cycle) => {
    const pairs = cycle.flatMap((label, i) => (i % 2 === 0 ? [Math.abs(at(label) - at(cycle[i + 1]!))] : []));
    return [cycle.join(' '), pairs.reduce((sum, distance) => sum + distance, 0)];
  });
}

/** Algorithm 1 of Burnim et al. (ISSTA 2011) as printed: chains of events, longer and longer. */
function algorithm1(events: readonly Event[], length: number): string[] {
  type Chain = readonly number[];
  const found = new Set<string>();
  const race = (i: number, j: number): boolean => {
    const [a, b] = [events[i]!, events[j]!];
    return a.thread !== b.thread && a.location === b.location && (a.writes || b.writes);
  };
  let chains: Chain[] = [];
  events.forEach((a, i) => {
    events.forEach((b, j) => a.thread === b.thread && i <= j && chains.push([i, j]));
  });
  const isChain = (chain: Chain, e: number): boolean => {
    const last = chain.at(-1)!;
    if (chain.length % 2 === 1) return events[last]!.thread === events[e]!.thread && last <= e;
    return race(last, e) && chain.every((each) => events[each]!.thread !== events[e]!.thread);
  };
  while (chains.length > 0) {
    const longer: Chain[] = [];
    for (const chain of chains) {
      events.forEach((_, e) => {
        if (!isChain(chain, e)) return;
        const next = [...chain, e];
        if (next.length % 2 === 0 && race(e, next[0]!)) {
          const oneLocation = next.every((each) => events[each]!.location === events[e]!.location);
          if (!oneLocation) found.add(normalised(next.map((each) => events[each]!.label)).join(' '));
        } else if (next.length < length) longer.push(next);
      });
    }
    chains = longer;
  }
  return [...found];
}

/** An SC execution in which the first thread that can run does. */
function sequentialAccesses(states: LocalStates): Accesses {
  const machine = new Machine(states, 'sc', new Recorder());
  for (let t = 0; t < machine.threads;) {
    if (machine.canRun(t)) {
      machine.run(t);
      t = 0;
    } else t++;
  }
  return accessesOf(traceOf(states, machine.recorder!));
}

/** Labels as the numbers of their lines. */
function predictedLines(source: Program): string[] {
  const states = new LocalStates(source);
  const cycles = new Cycles();
  predictCycles(sequentialAccesses(states), 4, cycles);
  const line = (label: number): number => states.labels.get(label).site!.line;
  return cycles.sorted().map((cycle) => normalised(cycle.map(line)).join(' '));
}

/** Without the bias towards small numbers, with which all would happen in one thread. */
const events = (threads: number, most: number): fc.Arbitrary<Event[]> =>
  fc.noBias(
    fc.array(fc.record({ thread: fc.nat(threads - 1), label: fc.nat(4), location: fc.nat(3), writes: fc.boolean() }), {
      maxLength: most,
      size: 'max',
    }),
  );

describe('prediction', { timeout: 60_000 }, () => {
  it('gives the cycles of Algorithm 1, for two threads', () => {
    let some = 0;
    fc.assert(
      fc.property(events(3, 18), (list) => {
        const slow = algorithm1(list, 4);
        expect(predicted(columns(list)).sort()).toEqual(slow.sort());
        some += slow.length;
      }),
      { numRuns: 1500, seed: 1 },
    );
    expect(some).toBeGreaterThan(1000);
  });

  it('gives the cycles of Algorithm 1, for up to four threads', () => {
    let longer = 0;
    const agrees = (list: readonly Event[], length: number): void => {
      const slow = algorithm1(list, length);
      expect(predicted(columns(list), length).sort()).toEqual(slow.sort());
      longer += slow.filter((cycle) => cycle.split(' ').length > 4).length;
    };
    fc.assert(fc.property(events(4, 14), fc.constantFrom(6, 8), agrees), { numRuns: 1000, seed: 1 });
    expect(longer).toBeGreaterThan(200);
  });

  it('finds those whose accesses are closest together, if there are too many', () => {
    const list = (threads: number, each: number): Event[] =>
      Array.from({ length: threads * each }, (_, i) => ({
        thread: i % threads,
        label: i,
        location: (i * 7 + Math.floor(i / 11)) % 8,
        writes: i % 3 > 0,
      }));
    for (const [length, each] of [
      [4, 60],
      [6, 16],
    ] as const) {
      const accesses = columns(list(length / 2, each));
      const spans = new Map(withSpans(accesses, length, Infinity));
      const greatest = [...spans.values()].sort((a, b) => a - b)[99]!;
      const kept = withSpans(accesses, length, 100);
      expect(spans.size).toBeGreaterThan(1000);
      expect(kept).toHaveLength(100);
      for (const [cycle, span] of kept) {
        expect(spans.get(cycle)).toBe(span);
        expect(span).toBeLessThanOrEqual(greatest);
      }
    }
  });

  it('finds the closest in executions with too many lines to examine all conflicts', () => {
    // Two threads of some 1,100 lines: 300,000 pairs of lines conflict.
    const list: Event[] = Array.from({ length: 2200 }, (_, i) => {
      const hash = Math.imul(i + 1, 0x9e3779b1) >>> 7;
      return { thread: i % 2, label: i, location: hash % 3, writes: hash % 7 > 1 };
    });
    const accesses = columns(list);
    const kept = withSpans(accesses, 4, 500);
    expect(kept).toHaveLength(500);
    expect(new Set(kept.map(([cycle]) => cycle)).size).toBe(500);
    const race = (a: number, b: number): boolean =>
      list[a]!.location === list[b]!.location && (list[a]!.writes || list[b]!.writes);
    for (const [cycle] of kept) {
      const [a, b, c, d] = cycle.split(' ').map(Number) as [number, number, number, number];
      expect(a % 2 === b % 2 && c % 2 === d % 2 && a % 2 !== c % 2).toBe(true);
      expect(a < b && c < d && race(b, c) && race(d, a)).toBe(true);
      expect(list[a]!.location).not.toBe(list[b]!.location);
    }
    // Every cycle of four neighbours is among them, as long as there is room: none has a smaller span.
    expect(Math.max(...kept.map(([, span]) => span))).toBe(2);
  });

  it('takes the executions of programs as they are', () => {
    let some = 0;
    fc.assert(
      fc.property(randomProgram({ threads: 3, operations: 9 }), (source) => {
        const accesses = sequentialAccesses(statesOf(source));
        const list = Array.from({ length: accesses.count }, (_, i) => ({
          thread: accesses.thread[i]!,
          label: accesses.label[i]!,
          location: accesses.location[i]!,
          writes: accesses.writes[i] === 1,
        }));
        const slow = algorithm1(list, 4);
        expect(predicted(accesses).sort()).toEqual(slow.sort());
        some += slow.length;
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(some).toBeGreaterThan(20);
  });

  it('gives the cycles of the paper', () => {
    expect(predictedLines(figure2())).toEqual(['1 3 4 5', '2 3 4 7']);
    expect(predictedLines(figure13(5))).toEqual(['1 2 9 10']);
  });

  it('has three threads where one does a single access, on demand', () => {
    // A write is seen by the second thread, which tells the third, which does not see it.
    const list: Event[] = [
      { thread: 0, label: 1, location: 0, writes: true },
      { thread: 1, label: 2, location: 0, writes: false },
      { thread: 1, label: 3, location: 1, writes: true },
      { thread: 2, label: 4, location: 1, writes: false },
      { thread: 2, label: 5, location: 0, writes: false },
    ];
    expect(predicted(columns(list))).toEqual([]);
    expect(predicted(columns(list), 6)).toEqual(['1 1 2 3 4 5']);
  });

  it('leaves out operations on mutexes', () => {
    const source = program('locked', (p) => {
      const [x, mutex] = [p.variable('x'), p.mutex('m')];
      for (const name of ['left', 'right']) {
        p.thread(name, function* () {
          yield lock(mutex);
          yield store(x, 1 + (yield load(x)));
          yield unlock(mutex);
        });
      }
      p.after((final) => assert(final.read(x) === 2));
    });
    const accesses = sequentialAccesses(new LocalStates(source));
    expect(accesses.count).toBe(4);
    expect(predicted(accesses)).toEqual([]);
  });
});

describe('a cycle', () => {
  it('is the same wherever it begins, but not backwards', () => {
    const cycles = new Cycles();
    for (const cycle of [[3, 4, 1, 2], [1, 2, 3, 4], [1, 4, 3, 2], [1, 2, 1, 1]]) cycles.add(cycle, 0); // prettier-ignore
    expect(cycles.sorted()).toEqual([
      [1, 1, 1, 2],
      [1, 2, 3, 4],
      [1, 4, 3, 2],
    ]);
  });

  it('is left out if there are too many and others are closer together, or possible', () => {
    const cycles = new Cycles(2, ([first]) => first !== 9);
    cycles.add([1, 2, 3, 4], 7);
    cycles.add([9, 9, 9, 9], 1);
    expect(cycles.leftOut).toBe(false);
    cycles.add([1, 2, 3, 5], 8);
    cycles.add([1, 2, 3, 6], 9);
    expect(cycles.leftOut).toBe(true);
    expect(cycles.count).toBe(2);
    // It is found again, with accesses that are closer together.
    cycles.add([1, 2, 3, 6], 2);
    cycles.add([1, 2, 3, 7], 8);
    expect(cycles.sorted()).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 6],
    ]);
  });

  it('is possible if the model reorders one of its pairs', () => {
    const { labels } = new LocalStates(figure2());
    const [write, read] = [labels.intern('store', '', 0, undefined), labels.intern('load', '', 1, undefined)];
    const atomic = labels.intern('rmw', '', 2, undefined);
    const models = (cycle: readonly number[], forwarded: readonly number[] = []): string =>
      (['tso', 'pso', 'pslo'] as const)
        .filter((model) => isPossible(cycle, model, labels, new Set(forwarded)))
        .join(' ');
    expect(models([write, read, write, read])).toBe('tso pso pslo');
    expect(models([write, write, read, read])).toBe('pso pslo');
    expect(models([write, atomic, read, write])).toBe('pso pslo');
    expect(models([atomic, write, read, read])).toBe('pslo');
    expect(models([read, write, read, write])).toBe('');
    expect(models([write, read, read, write])).toBe('tso pso pslo');
    // If the load reads a pending store of its own thread, it is that store that is delayed.
    expect(models([read, write, read, write], [read])).toBe('pso pslo');
    expect(models([read, read, write, write], [read])).toBe('tso pso pslo');
  });
});
