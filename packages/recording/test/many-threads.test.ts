import { monitorEvents, runOfRecording } from '@fencepost/recording';
import type { RecordedOperation } from '@fencepost/recording';
import { describe, expect, it } from 'vitest';
import { ClockRows, ZERO } from '../src/monitor/clock-rows.js';

const MODELS = ['tso', 'pso'] as const;

function seconds(operations: readonly RecordedOperation[]): number {
  const run = runOfRecording({ version: 1, name: 'many', operations });
  const before = process.cpuUsage();
  const found = monitorEvents(run, MODELS);
  const { user, system } = process.cpuUsage(before);
  expect({ ...found, departures: found.departures.length, races: found.races.length }).toEqual({
    ...{ operations: operations.length, departures: 0, races: 0, undecided: 0, isComplete: true },
    threads: new Set(operations.map(({ thread }) => thread)).size,
  });
  return (user + system) / 1e6;
}

const store = (i: number, place: string): RecordedOperation => ({ thread: `t${i}`, op: 'store', place, value: 1 });
const start = (i: number): RecordedOperation => ({ thread: 'main', op: 'spawn', child: `t${i}` });
const end = (i: number): RecordedOperation => ({ thread: 'main', op: 'join', child: `t${i}` });

describe('recordings of many threads', { timeout: 120_000 }, () => {
  const all = Array.from({ length: 20_000 }, (_, i) => i);

  it.each([
    ['which all write to places of their own', all.map((i) => store(i, `x${i}`)), 10],
    ['one after the other', all.slice(0, 8000).flatMap((i) => [start(i), store(i, 'x'), end(i)]), 10],
    [
      'that live at the same time',
      [...all.slice(0, 8000).map(start), ...all.slice(0, 8000).map((i) => store(i, 'x'))],
      20,
    ],
  ])('take time for what they do: %s', (_, operations, most) => {
    expect(seconds(operations)).toBeLessThan(most);
  });

  it('have violations found like those of few', () => {
    // Dekker's flags, between threads 200 and 300 of 400.
    const others = Array.from({ length: 400 }, (_, i) => i).filter((i) => i !== 200 && i !== 300);
    const run = runOfRecording({
      version: 1,
      name: 'flags',
      operations: [
        ...others.map((i) => store(i, `x${i}`)),
        { thread: 't200', op: 'store', place: 'left', value: 1 },
        { thread: 't200', op: 'load', place: 'right' },
        { thread: 't300', op: 'store', place: 'right', value: 1 },
        { thread: 't300', op: 'load', place: 'left' },
      ],
    });
    const { departures } = monitorEvents(run, MODELS);
    expect(departures.map(({ model, site, writeSite }) => [model, site, writeSite])).toEqual([
      ['tso', 401, 398],
      ['pso', 401, 398],
    ]);
  });
});

describe('wide clocks', () => {
  /** Two parts, whose entries are as many as there are threads. */
  it.each([8, 64, 128, 1024])('equal short ones: up to %i entries', (most) => {
    let random = 7;
    const draw = (below: number): number => (random = (random * 1103515245 + 12345) % 2 ** 31) % below;
    const column = new Int32Array(20);
    const expected = Array.from(column, () => new Map<number, number>());
    const rows = new ClockRows(16, () => [column]);
    let width = 8;
    const entryOf = (part: number, k: number): number => part * width + k;
    for (let step = 0; step < 6000; step++) {
      if (step % 700 === 699 && width < most) rows.widen(2, (width = Math.min(most, width * (1 + draw(2)) * 2)));
      const [i, j] = [draw(20), draw(20)];
      rows.reserve(2);
      if (draw(10) === 0) {
        column[i] = ZERO;
        expected[i] = new Map();
      } else if (draw(2) === 0) {
        const [part, k] = [draw(2), draw(width)];
        column[i] = rows.with(column[j]!, entryOf(part, k), step);
        expected[i] = new Map(expected[j]).set(k * 2 + part, step);
      } else {
        column[i] = rows.join(column[i]!, column[j]!);
        for (const [k, value] of expected[j]!) expected[i]!.set(k, Math.max(value, expected[i]!.get(k) ?? 0));
      }
      const k = draw(width);
      for (const part of [0, 1])
        expect(rows.get(column[i], entryOf(part, k))).toBe(expected[i]!.get(k * 2 + part) ?? 0);
    }
    for (const [i, clock] of expected.entries()) {
      for (let k = 0; k < width; k++) {
        for (const part of [0, 1]) expect(rows.get(column[i]!, entryOf(part, k))).toBe(clock.get(k * 2 + part) ?? 0);
      }
    }
  });
});
