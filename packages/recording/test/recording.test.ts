import { isFencepostError } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RecordedOperation, Recording } from '../src/index.js';
import { explain, monitorEvents, runOfRecording } from '../src/index.js';

const recording = (...operations: readonly RecordedOperation[]): Recording => ({
  version: 1,
  name: 'recorded',
  operations,
});
const at = (line: number) => ({ site: { file: 'run.c', line } });

/** Pairs of lines, by model. */
function found(run: Recording, model: 'tso' | 'pso'): string[] {
  const recorded = runOfRecording(run);
  const { departures } = monitorEvents(recorded, [model]);
  const shown = explain(recorded, departures);
  expect(shown).toHaveLength(departures.length);
  const line = (site: number): number => recorded.siteOf(site)!.line;
  return departures.map(({ site, writeSite }) => `${line(site)} before ${line(writeSite)}`);
}

describe('monitors on a recording in JSON', () => {
  it('describe how it could have differed', () => {
    const run = recording(
      { thread: 'left', op: 'store', place: 'x', value: 1, ...at(3) },
      { thread: 'left', op: 'load', place: 'y', ...at(4) },
      { thread: 'right', op: 'store', place: 'y', value: 1, ...at(8) },
      { thread: 'right', op: 'load', place: 'x', ...at(9) },
    );
    expect(found(run, 'tso')).toEqual(['9 before 3']);
    expect(found(run, 'pso')).toEqual(['9 before 3']);
  });

  it('ask stores under TSO, too', () => {
    const run = recording(
      { thread: 'left', op: 'store', place: 'x', value: 2 },
      { thread: 'left', op: 'load', place: 'y' },
      { thread: 'right', op: 'store', place: 'y', value: 1 },
      { thread: 'right', op: 'store', place: 'x', value: 1 },
    );
    expect(found(run, 'tso')).toEqual(['4 before 1']);
  });

  it('are silent about other orders of the same operations', () => {
    const run = recording(
      { thread: 'left', op: 'store', place: 'x', value: 1 },
      { thread: 'right', op: 'store', place: 'y', value: 1 },
      { thread: 'left', op: 'load', place: 'y', read: 1 },
      { thread: 'right', op: 'load', place: 'x', read: 1 },
    );
    expect(found(run, 'tso')).toEqual([]);
    expect(found(run, 'pso')).toEqual([]);
  });

  it('know read-modify-writes and fences', () => {
    const run = (fenced: boolean): Recording =>
      recording(
        { thread: 'left', op: 'store', place: 'x', value: 1 },
        ...(fenced ? [{ thread: 'left', op: 'fence', order: 'seq_cst' } as const] : []),
        { thread: 'left', op: 'cas', place: 'y', expected: 0, value: 2, order: 'relaxed' },
        { thread: 'right', op: 'exchange', place: 'y', value: 1, order: 'seq_cst' },
        { thread: 'right', op: 'load', place: 'x' },
      );
    expect(found(run(false), 'tso')).toEqual([]);
    expect(found(run(false), 'pso')).toHaveLength(1);
    expect(found(run(true), 'pso')).toEqual([]);
  });

  it('know spawn, join and locks', () => {
    const flags = (between: RecordedOperation[], last: RecordedOperation[]): Recording =>
      recording(
        { thread: 'main', op: 'spawn', child: 'left' },
        { thread: 'main', op: 'spawn', child: 'right' },
        { thread: 'left', op: 'store', place: 'x', value: 1 },
        ...between,
        { thread: 'left', op: 'load', place: 'y' },
        { thread: 'right', op: 'store', place: 'y', value: 1 },
        ...last,
        { thread: 'right', op: 'load', place: 'x' },
      );
    expect(found(flags([], []), 'tso')).toEqual(['6 before 3']);
    const locked = (thread: string): RecordedOperation[] => [
      { thread, op: 'lock', place: 'm' },
      { thread, op: 'unlock', place: 'm' },
    ];
    expect(found(flags(locked('left'), locked('right')), 'pso')).toEqual([]);
    expect(found(flags([], [{ thread: 'right', op: 'join', child: 'left' }]), 'pso')).toEqual([]);
  });

  it('find the data races of the run', () => {
    const run = (order: 'relaxed' | 'release'): Recording =>
      recording(
        { thread: 'a', op: 'store', place: 'data', value: 1, order: 'plain', ...at(1) },
        { thread: 'a', op: 'store', place: 'ready', value: 1, order, ...at(2) },
        { thread: 'b', op: 'load', place: 'ready', order: 'acquire', read: 1, ...at(3) },
        { thread: 'b', op: 'load', place: 'data', order: 'plain', ...at(4) },
      );
    expect(monitorEvents(runOfRecording(run('release')), ['tso']).races).toEqual([]);
    const raced = runOfRecording(run('relaxed'));
    const [race] = monitorEvents(raced, ['tso']).races;
    expect([race!.site, race!.otherSite].map((site) => raced.siteOf(site)!.line)).toEqual([1, 4]);
  });

  it('use freed memory again as another place', () => {
    const run = recording(
      { thread: 'a', op: 'store', place: 'p', value: 1, order: 'plain' },
      { thread: 'a', op: 'free', place: 'p' },
      { thread: 'b', op: 'load', place: 'p', read: 7, order: 'plain' },
      { thread: 'b', op: 'add', place: 'p', value: 1, read: 7 },
      { thread: 'b', op: 'load', place: 'p', read: 8 },
    );
    expect(monitorEvents(runOfRecording(run), ['tso']).races).toEqual([]);
  });

  it('follow values of every width', () => {
    const wide = '12345678901234567890';
    const run = recording(
      { thread: 'a', op: 'store', place: 'w', value: wide, width: 64 },
      { thread: 'a', op: 'add', place: 'w', value: 1, width: 64, read: wide },
      { thread: 'a', op: 'load', place: 'w', width: 64, read: '12345678901234567891' },
      { thread: 'a', op: 'store', place: 'b', value: 255, width: 8 },
      { thread: 'a', op: 'add', place: 'b', value: 1, width: 8, read: 255 },
      { thread: 'a', op: 'load', place: 'b', width: 8, read: 0 },
      { thread: 'a', op: 'store', place: 'i', value: 4294967295 },
      { thread: 'a', op: 'load', place: 'i', read: -1 },
    );
    expect(monitorEvents(runOfRecording(run), ['tso']).operations).toBe(8);
  });
});

describe('a recording that cannot be an SC execution is refused', () => {
  const store: RecordedOperation = { thread: 't', op: 'store', place: 'x', value: 1 };
  it.each<[string, readonly RecordedOperation[]]>([
    [
      'operation 2 of the recording, a load of x, reads 2, but the last value written is 1',
      [store, { thread: 't', op: 'load', place: 'x', read: 2, ...at(7) }],
    ],
    ['reads 1, but the last value written is 0', [{ thread: 't', op: 'load', place: 'x', read: 1 }]],
    ['names no place', [{ thread: 't', op: 'load' }]],
    ["names no 'child'", [{ thread: 't', op: 'spawn' }]],
    [
      'belongs to the thread u, which is started later',
      [
        { thread: 'u', op: 'fence' },
        { thread: 't', op: 'spawn', child: 'u' },
      ],
    ],
    [
      'starts u, which was started before',
      [
        { thread: 't', op: 'spawn', child: 'u' },
        { thread: 't', op: 'spawn', child: 'u' },
      ],
    ],
    [
      'which was joined before',
      [
        { thread: 't', op: 'join', child: 'u' },
        { thread: 'u', op: 'fence' },
      ],
    ],
    [
      'takes the lock m, which t holds',
      [
        { thread: 't', op: 'lock', place: 'm' },
        { thread: 'u', op: 'lock', place: 'm' },
      ],
    ],
    ['releases the lock m, which no thread holds', [{ thread: 't', op: 'unlock', place: 'm' }]],
    ['as data and as a lock', [store, { thread: 't', op: 'lock', place: 'x' }]],
    ['not an integer of 8 bits', [{ thread: 't', op: 'store', place: 'x', value: 256, width: 8 }]],
    [
      "has no 'read'",
      [store, { thread: 't', op: 'free', place: 'x' }, { thread: 't', op: 'add', place: 'x', value: 1 }],
    ],
  ])('%s', (message, operations) => {
    expect(() => runOfRecording(recording(...operations))).toThrow(message);
  });

  it('with the place in the source', () => {
    try {
      runOfRecording(recording({ thread: 't', op: 'load', place: 'x', read: 5, ...at(7) }));
      expect.unreachable();
    } catch (error) {
      expect(isFencepostError(error) && error.code).toBe('BAD_RECORDING');
      expect(isFencepostError(error) && error.site?.line).toBe(7);
    }
  });

  it('other versions, too', () => {
    expect(() => runOfRecording({ ...recording(), version: 2 as 1 })).toThrow('version 1');
  });
});
