import { expect, it } from 'vitest';
import { endedReport } from '../src/run/test-ended.js';

const test = { source: 'a.c', program: 'main', model: 'tso', method: 'active', seed: 1, seconds: 4 } as const;

it('a test that is ended says what may be the reason: too little time, before a loop without an end', () => {
  const { executions, notes } = endedReport(test, 'time', undefined);
  expect(executions).toBe(0);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^it was ended before the first execution ended: an execution takes longer .* --max-time/);
  expect(notes[0]!.indexOf('--max-time')).toBeLessThan(notes[0]!.indexOf('endless loop'));
  expect(endedReport(test, 'memory', undefined).notes[0]).toContain('raise --max-memory');
});
