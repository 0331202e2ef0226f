import type { Instruction, InstructionProgram, MemoryOrder } from '@fencepost/core';
import { orderInCode } from '@fencepost/core';
import type { ScRun } from '@fencepost/testing';
import { SMALL_PROGRAMS, programOf, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../src/explain/recorded-event.js';
import { EventMonitor } from '../src/monitor/event-monitor.js';
import { HISTORY_ROOM } from '../src/monitor/write-history.js';
import { bruteForce } from './brute-force.js';

/** `npm run campaign -- recordings` takes more of them. */
const PROGRAMS = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);

function pairs(run: ScRun, room = HISTORY_ROOM): Set<string> {
  const monitor = new EventMonitor(['rc11'], run, room);
  run.feed(monitor);
  return new Set(monitor.departures.map(({ site, writeSite }) => `${site} before ${writeSite}`));
}

const isPlain = ({ code }: RecordedEvent): boolean => orderInCode(code) === 'plain';

/** Straight-line threads whose accesses, or only their fences, are often seq_cst: all rules of `psc` matter. */
function ordered(threads: number, operations: number, kind: 'accesses' | 'fences'): fc.Arbitrary<InstructionProgram> {
  const address = fc.nat(2);
  const usual: MemoryOrder[] = kind === 'accesses' ? ['seq_cst', 'seq_cst', 'relaxed'] : ['relaxed', 'relaxed'];
  const order = (...others: MemoryOrder[]): fc.Arbitrary<MemoryOrder> =>
    fc.constantFrom<MemoryOrder>(...usual, ...(kind === 'accesses' ? others : []));
  const fenceOrder = fc.constantFrom<MemoryOrder>('seq_cst', 'seq_cst', 'acquire', 'release', 'acq_rel');
  const instruction = fc.oneof<fc.Arbitrary<Instruction>[]>(
    fc.record({ op: fc.constant('load' as const), address, order: order('acquire', 'relaxed'), to: fc.constant(0) }),
    fc.record({ op: fc.constant('store' as const), address, value: fc.nat(2), order: order('release', 'relaxed') }),
    fc.record({
      op: fc.constant('rmw' as const),
      fn: fc.constantFrom('exchange' as const, 'cas' as const),
      address,
      value: fc.nat(2),
      expected: fc.nat(2),
      order: order('acquire', 'release', 'acq_rel'),
      to: fc.constant(0),
    }),
    fc.record({ op: fc.constant('fence' as const), order: fenceOrder }),
  );
  const body = (most: number): fc.Arbitrary<Instruction[]> => fc.array(instruction, { minLength: 1, maxLength: most });
  const child = body(3).map((list): Instruction[] => [
    { op: 'spawn', to: 1, body: list },
    { op: 'join', thread: { register: 1 } },
  ]);
  const thread = fc.tuple(body(operations), fc.option(child, { freq: 4 }), body(2)).map(([before, between, after]) => {
    return between === null ? before : [...before, between[0]!, ...after, between[1]!];
  });
  return fc.array(thread, { minLength: threads, maxLength: threads }).map((lists) => programOf(lists, [0, 0, 0]));
}

describe('the monitor of recordings under RC11', () => {
  const choices = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 });

  /** Compares the monitor with the axioms on random programs; returns the number of departures. */
  function compared(programs: fc.Arbitrary<InstructionProgram>): number {
    let departures = 0;
    fc.assert(
      fc.property(programs, choices, (source, chosen) => {
        const run = scRun(source, chosen);
        const found = pairs(run);
        // Two operations one of which is plain are a data race, and reported as such.
        expect(found).toEqual(bruteForce(run, 'rc11', (a, b) => !isPlain(a) && !isPlain(b)));
        expect(pairs(run, { first: 2, most: Infinity, perPlace: 1 })).toEqual(found);
        departures += found.size;
      }),
      { numRuns: Math.ceil(PROGRAMS / 8), seed: 23 },
    );
    if (PROGRAMS > 300) console.log(`${departures} departures under RC11`);
    return departures;
  }

  it.each([
    ['without fences', false, false, ['8 before 0']],
    ['with one fence', true, false, ['8 before 0']],
    ['with both fences', true, true, []],
  ] as const)('orders a write by a fence after a read of it, %s', (_, first, second, expected) => {
    const fence = (order: MemoryOrder): Instruction => ({ op: 'fence', order });
    const relaxed = { order: 'relaxed' as const };
    const threads: Instruction[][] = [
      [{ op: 'store', address: 0, value: 1, ...relaxed }],
      [
        { op: 'load', address: 0, to: 0, ...relaxed },
        fence(first ? 'seq_cst' : 'acquire'),
        { op: 'load', address: 1, to: 1, ...relaxed },
      ],
      [
        { op: 'store', address: 1, value: 1, ...relaxed },
        fence(second ? 'seq_cst' : 'release'),
        { op: 'load', address: 0, to: 0, ...relaxed },
      ],
    ];
    const run = scRun(programOf(threads, [0, 0]), [0]);
    expect([...pairs(run)]).toEqual(expected);
    expect(bruteForce(run, 'rc11')).toEqual(pairs(run));
  });

  it('does not order a seq_cst write before a fence after a read of a later write', () => {
    const threads: Instruction[][] = [
      [
        { op: 'store', address: 0, value: 1, order: 'seq_cst' },
        { op: 'store', address: 1, value: 1, order: 'seq_cst' },
      ],
      [{ op: 'store', address: 1, value: 2, order: 'relaxed' }],
      [
        { op: 'load', address: 1, to: 0, order: 'relaxed' },
        { op: 'fence', order: 'seq_cst' },
        { op: 'load', address: 0, to: 1, order: 'relaxed' },
      ],
    ];
    const run = scRun(programOf(threads, [0, 0]), [0]);
    expect(pairs(run).size).toBe(1);
    expect(bruteForce(run, 'rc11')).toEqual(pairs(run));
  });

  it('does not order a seq_cst access before the first one of a thread started later', () => {
    const child: Instruction[] = [{ op: 'load', address: 0, to: 0, order: 'seq_cst' }];
    const threads: Instruction[][] = [
      [
        { op: 'store', address: 0, value: 1, order: 'seq_cst' },
        { op: 'load', address: 1, to: 0, order: 'seq_cst' },
      ],
      [
        { op: 'store', address: 1, value: 1, order: 'seq_cst' },
        { op: 'store', address: 2, value: 1, order: 'relaxed' },
        { op: 'spawn', to: 1, body: child },
      ],
    ];
    const run = scRun(programOf(threads, [0, 0, 0]), [0]);
    expect(pairs(run).size).toBe(1);
    expect(bruteForce(run, 'rc11')).toEqual(pairs(run));
  });

  it.each(SMALL_PROGRAMS)(
    'finds what the axioms allow one step from a run: $threads threads',
    { timeout: 3_600_000 },
    ({ threads, operations }) => {
      expect(compared(randomProgram({ threads, operations: operations + 6 }))).toBeGreaterThan(0);
    },
  );

  it.each([
    [2, 'accesses'],
    [3, 'accesses'],
    [4, 'accesses'],
    [3, 'fences'],
    [4, 'fences'],
  ] as const)('finds what the axioms allow: %i threads with seq_cst %s', { timeout: 3_600_000 }, (threads, kind) => {
    expect(compared(ordered(threads, 5, kind))).toBeGreaterThan(0);
  });
});
