import { describe, expect, it } from 'vitest';
import type { MonitoredRun } from '../src/cli/monitor/monitored-run.js';
import { raceLines } from '../src/cli/monitor/monitored-text.js';

describe('the races of a recording', () => {
  it('has accesses that would be shown in the same words once, and uses after free apart', () => {
    const race = { first: 'log.c:17', second: 'log.c:35', threads: ['a', 'b'], place: 'lines' };
    const races = [
      { ...race, count: 2 },
      { ...race, count: 3 },
      { ...race, count: 1, isAfterFree: true as const },
    ];
    const run = { source: 'run.fpr', races, excused: { pairs: [], races: [] } } as unknown as MonitoredRun;
    expect(raceLines(run)).toEqual([
      'run.fpr  1 use after free, 1 data race',
      '  log.c:17 and log.c:35 (lines; a and b), 5 times',
      '  log.c:35 uses memory that log.c:17 has freed (lines; a and b)',
    ]);
  });
});
