import { channel } from 'node:diagnostics_channel';
import { FencepostError } from '@fencepost/core';
import type { ProgramCheck } from '@fencepost/check';
import type { CheckReport } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { requestFor } from '../../src/run/check-request.js';
import { BuiltIns } from '../../src/workers/built-ins.js';
import { errorFrom, plainError } from '../../src/workers/plain-error.js';
import type { News } from '../../src/supervise/messages.js';
import { NOTHING_KNOWN, knownAfter, programFrom } from '../../src/supervise/snapshot.js';

const facts = { source: 'a.c', program: { name: 'a.c' }, digest: 'd', alone: true, index: 0, reads: ['a.c'] };
const request = requestFor({ models: ['sc', 'tso', 'pso'] });

const SAFE: ProgramCheck = {
  ...{ model: 'sc', method: 'graph', verdict: 'safe', robust: true, harmful: false, executions: 3, blocked: 0 },
  ...{ events: 12, seconds: 0.1, failures: [], violations: [], schedule: null, incomplete: null, notes: [] },
};

describe('a check that did not respond', () => {
  it('is unknown if nothing was found', () => {
    const { checks, saved } = programFrom(facts, request, NOTHING_KNOWN, 'time', 2);
    expect(checks.map(({ verdict, seconds, incomplete }) => [verdict, seconds, incomplete?.stoppedBy])).toEqual([
      ['unknown', 2, 'time'],
      ['unknown', 0, 'time'],
      ['unknown', 0, 'time'],
    ]);
    expect(checks[0]!.incomplete!.covered).toMatch(/cut off before the end of an execution because it did not respond/);
    expect(checks[1]!.incomplete!.covered).toBe('not started');
    expect(saved).toBeNull();
  });

  it('is not reported as cut off if it did not begin', () => {
    const { checks } = programFrom(facts, request, NOTHING_KNOWN, 'interrupt', undefined);
    expect(checks.map(({ incomplete }) => incomplete?.covered)).toEqual(['not started', 'not started', 'not started']);
  });

  it('has the findings up to that point', () => {
    const failure = { kind: 'assertion', message: 'x == 1', executions: 2 } as const;
    const standing = { model: 'tso', executions: 5, blocked: 1, events: 40, failures: [failure] };
    const snapshot = { ...NOTHING_KNOWN, done: [SAFE], standing };
    const { checks } = programFrom(facts, request, snapshot, 'memory', 2);
    expect(checks).toMatchObject([
      { model: 'sc', verdict: 'safe', incomplete: null },
      {
        ...{ model: 'tso', verdict: 'failing', harmful: true, executions: 5, blocked: 1, events: 40, schedule: null },
        failures: [{ message: 'x == 1', underSc: false, counterexample: null }],
        incomplete: { stoppedBy: 'memory', covered: 'the search under tso was cut off after 6 executions' },
      },
      { model: 'pso', verdict: 'unknown' },
    ]);
  });
});

describe('tests after a search that do not respond', () => {
  const searched = {
    ...{ source: 'a.c', program: 'a.c', digest: 'd' },
    checks: [{ ...SAFE, source: 'a.c', program: 'a.c', executions: 500_000 } as unknown as CheckReport],
    saved: { knowledge: null, finished: [], searches: { searches: {}, races: {}, unordered: null }, tooDeep: [] },
  };

  it('lose no findings of the search', () => {
    const progress = { model: 'tso', executions: 1, blocked: 0, estimate: undefined, preemptions: undefined };
    const told: readonly News[] = [
      { tell: 'checkpoint', program: searched },
      { tell: 'progress', progress, standing: undefined },
    ];
    const snapshot = told.reduce(knownAfter, NOTHING_KNOWN);
    expect(snapshot.progress).toBe(progress);
    expect(programFrom(facts, request, snapshot, 'time', 2)).toEqual(searched);
  });
});

describe('a structure whose check did not respond', () => {
  it('has the number of scenarios that were checked', () => {
    const scenarios = { checked: 1200, count: 3573, extent: 'with at most 6 calls on 2 threads' };
    const standing = { model: 'sc', executions: 5, blocked: 1, events: 40, failures: [], scenarios };
    const { checks } = programFrom(facts, request, { ...NOTHING_KNOWN, standing }, 'memory', 2);
    const covered = '1,200 of 3,573 scenarios with at most 6 calls on 2 threads were checked; the search under sc was';
    expect(checks[0]).toMatchObject({ scenarios, incomplete: { covered: `${covered} cut off after 6 executions` } });
  });
});

describe('an error', () => {
  it('is the same on the other side', () => {
    const site = { file: 'a.c', line: 3 };
    const error = new FencepostError('C_COMPILE', 'no', { site, hint: 'try' });
    const sent = structuredClone(plainError(Object.assign(error, { compilerOutput: 'a.c:3: no' })));
    expect(errorFrom(sent)).toMatchObject({
      code: 'C_COMPILE',
      message: 'no',
      site,
      hint: 'try',
      compilerOutput: 'a.c:3: no',
    });
    expect(errorFrom(sent)).toBeInstanceOf(FencepostError);
    const bug = new TypeError('bug');
    expect(errorFrom(structuredClone(plainError(bug)))).toMatchObject({ message: 'bug', stack: bug.stack });
  });

  it('of one file is none of the next: its changes of built-ins are noticed, and libraries make none', async () => {
    const shared = { load: () => 0 };
    const builtIns = new BuiltIns();
    channel('fencepost:built-ins').publish([['Shared', shared]]);
    await import('fast-check');
    builtIns.acceptAdditions();
    expect(builtIns.areOfOneFile).toBe(false);
    shared.load = () => 1;
    expect(builtIns.areOfOneFile).toBe(true);
    expect(builtIns.areIntact).toBe(true);
    Reflect.deleteProperty(shared, 'load');
    expect(() => builtIns.require('a.js')).toThrow('a.js removes .load from Shared, which all executions share');
    builtIns.acceptAdditions();
    expect([builtIns.areIntact, builtIns.areOfOneFile]).toEqual([true, true]);
  });

  it('is not an internal error if a built-in was replaced', () => {
    const builtIns = new BuiltIns();
    const bug = new TypeError('bug');
    expect(builtIns.explain(bug, 'a.js')).toBe(bug);
    const { atanh } = Math;
    try {
      Math.atanh = () => 0;
      expect(builtIns.explain(bug, 'a.js')).toMatchObject({
        code: 'BUILT_IN_REPLACED',
        message: 'a.js replaces Math.atanh, which the checker depends on',
      });
      expect(builtIns.explain(new FencepostError('USAGE', 'own'), 'a.js')).toMatchObject({ code: 'BUILT_IN_REPLACED' });
      expect(() => builtIns.require('a.js')).toThrow('a.js replaces Math.atanh');
      expect(builtIns.areIntact).toBe(false);
    } finally {
      Math.atanh = atanh;
    }
  });
});
