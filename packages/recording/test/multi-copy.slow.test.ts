import type { Instruction, InstructionProgram, MemoryOrder } from '@fencepost/core';
import { FENCE, ORDERS, ORDER_BITS } from '@fencepost/core';
import type { ScRun } from '@fencepost/testing';
import { SMALL_PROGRAMS, programOf, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEvents } from '../src/events.js';
import { EventMonitor } from '../src/monitor/event-monitor.js';
import { together } from '../src/monitor/together.js';
import { HISTORY_ROOM } from '../src/monitor/write-history.js';
import { bruteForce } from './brute-force.js';

/** `npm run campaign -- recordings` takes more of them. */
const PROGRAMS = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);
const FULL_FENCE = (FENCE << ORDER_BITS) | ORDERS.indexOf('seq_cst');

function pairs(run: ScRun, room = HISTORY_ROOM): Set<string> {
  const monitor = new EventMonitor(['arm64'], run, room);
  run.feed(monitor);
  return new Set(monitor.departures.map(({ site, writeSite }) => `${site} before ${writeSite}`));
}

/** Starting and joining threads are barriers for the monitor, as for searches; the axioms need fences for that. */
function fenced(run: ScRun): ScRun {
  return {
    ...run,
    feed: (events) => {
      const fence = (thread: number, site: number): void => events.fence(thread, FULL_FENCE, site);
      const around = (tell: RecordedEvents['spawn']) => (thread: number, child: number, site: number) => {
        fence(thread, site);
        tell(thread, child, site);
        fence(thread, site);
      };
      return run.feed({
        ...together([events, NOTHING]),
        spawn: around((...told) => events.spawn(...told)),
        join: around((...told) => events.join(...told)),
      });
    },
  };
}

const nothing = (): void => undefined;
const NOTHING: RecordedEvents = {
  ...{ load: nothing, store: nothing, update: nothing, swap: nothing, failedSwap: nothing },
  ...{ fence: nothing, spawn: nothing, join: nothing, free: nothing, outside: nothing },
};

/** Straight-line threads in which accesses of all orders, atomics and fences are near each other. */
function ordered(threads: number, operations: number): fc.Arbitrary<InstructionProgram> {
  const address = fc.nat(2);
  const one = (...orders: MemoryOrder[]): fc.Arbitrary<MemoryOrder> => fc.constantFrom<MemoryOrder>(...orders);
  const instruction = fc.oneof<fc.Arbitrary<Instruction>[]>(
    fc.record({
      op: fc.constant('load' as const),
      address,
      order: one('relaxed', 'relaxed', 'relaxed', 'acquire', 'seq_cst'),
      to: fc.constant(0),
    }),
    fc.record({
      op: fc.constant('store' as const),
      address,
      value: fc.nat(2),
      order: one('relaxed', 'relaxed', 'relaxed', 'release', 'seq_cst'),
    }),
    fc.record({
      op: fc.constant('rmw' as const),
      fn: fc.constantFrom('exchange' as const, 'cas' as const),
      address,
      value: fc.nat(2),
      expected: fc.nat(2),
      order: one('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'),
      to: fc.constant(0),
    }),
    fc.record({ op: fc.constant('fence' as const), order: one('seq_cst', 'acquire', 'acquire', 'release') }),
  );
  const body = fc.array(instruction, { minLength: 1, maxLength: operations });
  return fc.array(body, { minLength: threads, maxLength: threads }).map((lists) => programOf(lists, [0, 0, 0]));
}

describe('the monitor of recordings under ARMv8', () => {
  const choices = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 });

  /** Compares the monitor with the axioms on random programs; returns the number of departures. */
  function compared(programs: fc.Arbitrary<InstructionProgram>): number {
    let departures = 0;
    fc.assert(
      fc.property(programs, choices, (source, chosen) => {
        const run = fenced(scRun(source, chosen));
        const found = pairs(run);
        expect(found).toEqual(bruteForce(run, 'arm64'));
        expect(pairs(run, { first: 2, most: Infinity, perPlace: 1 })).toEqual(found);
        departures += found.size;
      }),
      { numRuns: Math.ceil(PROGRAMS / 6), seed: 29 },
    );
    if (PROGRAMS > 300) console.log(`${departures} departures under ARMv8`);
    return departures;
  }

  it.each(SMALL_PROGRAMS)(
    'finds what the axioms allow one step from a run: $threads threads',
    { timeout: 3_600_000 },
    ({ threads, operations }) => {
      expect(compared(randomProgram({ threads, operations: operations + 6 }))).toBeGreaterThan(0);
    },
  );

  it.each([
    ['relaxed', 1],
    ['acquire', 0],
  ] as const)('orders what follows a %s load after the atomic whose write it reads', (order, departures) => {
    const relaxed = { order: 'relaxed' as const };
    const threads: Instruction[][] = [
      [{ op: 'store', address: 0, value: 1, ...relaxed }],
      [
        { op: 'rmw', fn: 'exchange', address: 0, value: 2, to: 0, ...relaxed },
        { op: 'load', address: 0, to: 1, order },
        { op: 'store', address: 1, value: 1, ...relaxed },
      ],
      [
        { op: 'load', address: 1, to: 0, order: 'acquire' },
        { op: 'load', address: 0, to: 1, ...relaxed },
      ],
    ];
    const run = scRun(programOf(threads, [0, 0]), [0]);
    const found = pairs(run);
    expect(bruteForce(run, 'arm64')).toEqual(found);
    expect([...found].filter((pair) => pair.endsWith(' before 0'))).toHaveLength(departures);
  });

  it.each([2, 3, 4])('finds what the axioms allow: %i threads with all orders', { timeout: 3_600_000 }, (threads) => {
    expect(compared(ordered(threads, 7))).toBeGreaterThan(0);
  });
});
