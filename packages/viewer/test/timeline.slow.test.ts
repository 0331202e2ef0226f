import { LocalStates, join, lock, parseSchedule, program, spawn, store, until } from '@fencepost/core';
import type { Story } from '@fencepost/report';
import { buildStory } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { arrowsOf, bufferLines, geometryOf } from '../src/trace/geometry.js';
import type { Timeline } from '../src/trace/timeline.js';
import { bufferedAt, contentAt, timelineOf } from '../src/trace/timeline.js';
import { bothWait, bothZero, counterexampleOf, oldMessage, staleMessage } from './reports.js';

const memoryAt = (timeline: Timeline, position: number): string[] =>
  timeline.memory.map((place) => `${place.name}: ${contentAt(place, position).value}`);

const buffersAt = (timeline: Timeline, position: number): string[] =>
  bufferedAt(timeline, position).map(({ lane, place, value }) => `${timeline.lanes[lane]!.name}: ${place} = ${value}`);

describe('the timeline of an execution', () => {
  it('has a row for each step, and for how threads end', () => {
    expect(timelineOf(staleMessage).rows.map(({ where, text, note }) => `${where} ${text} (${note})`)).toEqual([
      '3 data = 1 (in buffer)',
      '4 flag = 1 ()',
      '8 flag → 1 ()',
      '9 data → 0 (line 3 has not reached memory)',
      ' fails: data is there ()',
      '3 data = 1 (reaches memory)',
    ]);
    expect(timelineOf(bothWait).rows.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'rmw: locks a',
      'rmw: locks b',
      'waits: waits to lock b (held by two)',
      'waits: waits to lock a (held by one)',
    ]);
  });

  it('knows buffers and memory at every position', () => {
    const timeline = timelineOf(staleMessage);
    const states = Array.from({ length: 7 }, (_, at) =>
      [...buffersAt(timeline, at), ...memoryAt(timeline, at)].join(', '),
    );
    expect(states).toEqual([
      'data: 0, flag: 0',
      'sender: data = 1, data: 0, flag: 0',
      'sender: data = 1, data: 0, flag: 1',
      'sender: data = 1, data: 0, flag: 1',
      'sender: data = 1, data: 0, flag: 1',
      'sender: data = 1, data: 0, flag: 1',
      'data: 1, flag: 1',
    ]);
  });

  it('keeps stores that never reach memory in their buffer', () => {
    const timeline = timelineOf(counterexampleOf(storing, 'tso', 'fp1:1x2'));
    expect(buffersAt(timeline, 2)).toEqual(['only: x = 1', 'only: x = 2']);
    expect(bufferLines(timeline, geometryOf(timeline)).map(({ line }) => line.split('V')[1])).toEqual(['102', '102']);
  });

  it('says who has a mutex', () => {
    const timeline = timelineOf(bothWait);
    expect(memoryAt(timeline, 1)).toEqual(['a: held by one', 'b: free']);
    expect(memoryAt(timeline, 2)).toEqual(['a: held by one', 'b: held by two']);
  });

  it('shows threads that wait from the start', () => {
    const waiting = program('waiting', (p) => {
      const m = p.mutex('m');
      const x = p.variable('x');
      p.thread('holds', function* () {
        yield lock(m);
        yield until(x, '==', 1);
      });
      p.thread('waits', function* () {
        yield lock(m);
      });
    });
    const { rows, lanes } = timelineOf(counterexampleOf(waiting, 'sc', 'fp1:1'));
    expect(rows.map(({ lane, text }) => `${lanes[lane]!.name}: ${text}`)).toEqual([
      'holds: locks m',
      'holds: waits for x == 1',
      'waits: waits to lock m (held by holds)',
    ]);
  });

  it('shows missed stores of read-modify-writes, and operations on other objects', () => {
    const story: Story = {
      ...staleMessage.story,
      steps: [
        staleMessage.story.steps[0]!,
        { ...staleMessage.story.steps[3]!, kind: 'rmw', wrote: undefined },
        { ...staleMessage.story.steps[2]!, kind: 'rmw', wrote: '7', action: 'post' },
      ],
    };
    const timeline = timelineOf({ ...staleMessage, cycle: [], story });
    expect(timeline.rows[1]!.note).toBe('left as it is; line 3 has not reached memory');
    expect(timeline.rows[2]!.text).toBe('flag: post');
    expect(memoryAt(timeline, 3)).toEqual(['data: 0', 'flag: after post']);
  });

  it('has reads of old values where there are no buffers', () => {
    const timeline = timelineOf(oldMessage);
    expect(timeline.rows.map(({ where, text, note }) => `${where} ${text} (${note})`)).toEqual([
      '3 data = 1 ()',
      '4 flag = 1 ()',
      '8 flag → 1 ()',
      '9 data → 0 (old: line 3 wrote 1)',
      ' fails: data is there ()',
    ]);
    expect(memoryAt(timeline, 4)).toEqual(['data: 1', 'flag: 1']);
  });

  it('has stores that come before earlier ones, and memory stays as it is', () => {
    const crossing = program('crossing', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield store(y, 2);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield store(x, 2);
      });
    });
    const timeline = timelineOf(counterexampleOf(crossing, 'rc11', 'fp2:1x2.2.2w1'));
    expect(timeline.rows.at(-1)!.note).toBe('comes before left#0');
    expect(memoryAt(timeline, 4)).toEqual(['x: 1', 'y: 1']);
  });

  it('leaves out threads that only start and join others', () => {
    const starting = program('starting', (p) => {
      const x = p.variable('x');
      p.thread('main', function* () {
        const child = yield spawn(function* () {
          yield store(x, 1);
        }, 'child');
        yield join(child);
      });
    });
    const story = buildStory(new LocalStates(starting), 'sc', parseSchedule('fp1:1.1-1.1'));
    const timeline = timelineOf({ schedule: '', story, cycle: [], delays: [], unordered: [] });
    expect(timeline.lanes.map(({ name }) => name)).toEqual(['child']);
    expect(timeline.rowOfStep).toEqual([undefined, 0, undefined]);
  });
});

const storing = program('storing', (p) => {
  const x = p.variable('x');
  p.thread('only', function* () {
    yield store(x, 1);
    yield store(x, 2);
  });
});

describe('the cycle', () => {
  it('is drawn without crossing a step', () => {
    const timeline = timelineOf(bothZero);
    const geometry = geometryOf(timeline);
    const [gutterLeft, gutterRight] = [62 + geometry.laneWidth, 62 + geometry.laneWidth + 78];
    const arrows = arrowsOf(timeline, bothZero.cycle, geometry);
    expect(arrows).toHaveLength(4);
    for (const { line } of arrows) {
      const across = [...line.matchAll(/[MHQ](\d+(?:\.\d+)?)/g)].map(([, x]) => Number(x));
      expect(Math.min(...across)).toBeGreaterThanOrEqual(gutterLeft);
      expect(Math.max(...across)).toBeLessThanOrEqual(gutterRight);
    }
    expect(new Set(arrows.map(({ line }) => /Q([\d.]+)/.exec(line)![1])).size).toBe(4);
  });
});
