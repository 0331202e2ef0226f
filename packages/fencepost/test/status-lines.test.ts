import { describe, expect, it } from 'vitest';
import type { Run, Status } from '@fencepost/cluster/values';
import { statusLines } from '../src/cli/cluster/status-lines.js';

const run: Run = {
  id: 'r1',
  status: 'running',
  policy: 'all',
  build: 'b',
  source: 'queue.c',
  bundle: 'c',
  searches: [],
  error: null,
  created: new Date(0),
  finished: null,
  runtime: null,
  refused: 0,
};

const search: Status['searches'][number] = {
  program: 0,
  model: 'tso',
  name: 'queue',
  executions: 12_345,
  blocked: 0,
  open: 3,
  left: 54_321,
  failures: 2,
  epoch: 0,
};

const status: Status = {
  searches: [search],
  jobs: { waiting: 2, active: 1, dead: [{ id: 'j7', program: 0, model: 'tso', path: '', reason: 'out of memory' }] },
  agents: { agents: 1, threads: 2, idle: 1 },
  rate: 1234.5,
  secondsLeft: 44,
};

describe('the status of a run in a terminal', () => {
  it('has the estimates, the rate and the losses', () => {
    expect(statusLines(run, status)).toEqual([
      'r1  queue.c  running  (policy all)',
      '  queue  tso   12,345 executions, 0 blocked, 3 open jobs, about 54,300 left, 2 failures',
      '  1 agent with 2 threads, 1 idle; 1,235 executions/s, about 0:44 left',
      '  2 jobs waiting, 1 active',
      '  lost: job j7 under tso, at the root: out of memory',
    ]);
  });

  it('has no estimate where none is known', () => {
    const lines = statusLines(run, { ...status, searches: [{ ...search, left: null }], secondsLeft: null });
    expect(lines.join('\n')).not.toContain('left');
  });

  it('says no time for a run that is not running', () => {
    expect(statusLines({ ...run, status: 'stopped' }, status).join('\n')).not.toContain('0:44');
  });

  it('shows the finished work', () => {
    const [, line] = statusLines(run, { ...status, searches: [{ ...search, open: 0, failures: 0 }] });
    expect(line).toBe('  queue  tso   12,345 executions, 0 blocked, done');
  });
});
