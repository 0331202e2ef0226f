import { printSchedule } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RecordedOperation, Recording } from '../src/index.js';
import { monitorRecording } from '../src/index.js';

const recording = (...operations: readonly RecordedOperation[]): Recording => ({
  version: 1,
  name: 'recorded',
  operations,
});
const at = (line: number) => ({ site: { file: 'run.c', line } });

describe('monitors on one recorded execution', () => {
  it('say what it could have done otherwise', () => {
    const run = recording(
      { thread: 'left', op: 'store', place: 'x', value: 1, ...at(3) },
      { thread: 'left', op: 'load', place: 'y', ...at(4) },
      { thread: 'right', op: 'store', place: 'y', value: 1, ...at(8) },
      { thread: 'right', op: 'load', place: 'x', ...at(9) },
    );
    const { states, violations } = monitorRecording(run, ['tso', 'pso']);
    expect(violations.map(({ model }) => model)).toEqual(['tso', 'pso']);
    const [first] = violations;
    expect(states.labels.get(first!.label).text).toBe('run.c:9');
    expect(states.labels.get(first!.writeLabel).text).toBe('run.c:3');
    expect(printSchedule(first!.witness.schedule)).toBe('fp1:1x2.2x2.2c.1c');
    expect(first!.witness.cycle.map(({ kind }) => kind).sort()).toEqual([
      'from-read',
      'from-read',
      'program order',
      'program order',
    ]);
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
    expect(monitorRecording(run(false), ['tso']).violations).toEqual([]);
    expect(monitorRecording(run(false), ['pso']).violations).toHaveLength(1);
    expect(monitorRecording(run(true), ['pso']).violations).toEqual([]);
  });

  it('refuse what is no recording', () => {
    expect(() => monitorRecording({ ...recording(), version: 2 as 1 }, ['tso'])).toThrow('version 1');
    expect(() => monitorRecording(recording({ thread: 't', op: 'load' }), ['tso'])).toThrow('names no place');
  });
});
