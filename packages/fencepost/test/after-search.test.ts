import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport, Report } from 'fencepost';
import { testProgram, afterTest, openModels, secondsForTests } from '@fencepost/check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Io } from '../src/cli/terminal/io.js';
import type { ProgramCheck } from '@fencepost/check';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = (name: string): string => `${import.meta.dirname}/fixtures/${name}`;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
beforeAll(() => vi.stubEnv('FENCEPOST_STATE', folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function check(
  args: readonly string[],
  terminal: Partial<Io> = {},
): Promise<{ code: number; checks: readonly CheckReport[] }> {
  const { code, out } = await fencepost(['check', ...args, '--format', 'json'], terminal);
  return { code, checks: (JSON.parse(out) as Report).checks };
}

describe('a search that is given up without a failure', () => {
  it('is followed by tests, which find the failure', async () => {
    const args = [fixture('store-buffering.mjs'), '--max-executions', '1', '--model', 'sc,tso'];
    const { code, checks } = await check(args);
    const [sc, tso] = checks;
    expect(sc).toMatchObject({ verdict: 'unknown', failures: [], notes: [] });
    expect(tso).toMatchObject({
      ...{ verdict: 'failing', robust: false, harmful: null, executions: 1 },
      failures: [{ message: 'both threads enter', underSc: null, foundBy: 'active testing' }],
      violations: [{ executions: null }],
      incomplete: { stoppedBy: 'executions' },
      notes: [expect.stringMatching(/active testing ran \d+ executions for 1 possible cycle and found what fails$/)],
    });
    expect(tso!.schedule).toBe(tso!.failures[0]!.counterexample!.schedule);
    expect(code).toBe(1);
    const { out } = await fencepost(['check', ...args]);
    expect(out).toContain('found by active testing');
    expect((await fencepost(['replay', tso!.source, tso!.schedule!, ...tso!.replay])).code).toBe(1);
  });

  it('stays undecided if they find nothing', async () => {
    const { code, checks } = await check([fixture('fenced.mjs'), '--max-executions', '1', '--model', 'pso']);
    expect(checks).toMatchObject([{ verdict: 'unknown', robust: null, harmful: null, failures: [], schedule: null }]);
    expect(checks[0]!.notes).toEqual([
      expect.stringMatching(
        /^the search is not complete; active testing ran \d+ executions for 1 possible cycle and found no failure: that proves/,
      ),
    ]);
    expect(code).toBe(3);
  });

  it('is not robust if they find an execution that is not SC', async () => {
    const args = [fixture('benign.mjs'), '--max-executions', '1', '--model', 'tso'];
    const { code, checks } = await check(args);
    expect(checks).toMatchObject([{ verdict: 'unknown', robust: false, harmful: null, failures: [] }]);
    expect(checks[0]!.violations[0]!.counterexample.cycle).not.toEqual([]);
    expect(checks[0]!.schedule).toBe(checks[0]!.violations[0]!.counterexample.schedule);
    expect(code).toBe(1);
    expect((await check([...args, '--allow-relaxed'])).code).toBe(3);
  });

  it('can go on afterwards as if there had been no tests', async () => {
    const { err } = await fencepost(['check', fixture('benign.mjs'), '--max-executions', '1', '--model', 'tso']);
    const token = /--resume (fpr-\w+)/.exec(err)![1]!;
    const resumed = await check(['--resume', token]);
    const whole = await check([fixture('benign.mjs'), '--model', 'tso']);
    const timeless = ({ checks }: typeof whole): unknown => checks.map((each) => ({ ...each, seconds: 0 }));
    expect(timeless(resumed)).toEqual(timeless(whole));
  });

  it('is not followed by tests if the user ended it', async () => {
    // Interrupted as soon as there is a search to interrupt: files are loaded first.
    let listeners = 0;
    const onInterrupt = (stop: () => void): (() => void) => {
      if (++listeners === 2) stop();
      return () => undefined;
    };
    const { checks } = await check([fixture('store-buffering.mjs'), '--model', 'tso'], { onInterrupt });
    expect(checks).toMatchObject([{ verdict: 'unknown', notes: [], incomplete: { stoppedBy: 'interrupt' } }]);
  });
});

describe('which models are tested, and how long', () => {
  const searched = (changes: Partial<ProgramCheck>): ProgramCheck => ({
    ...{ model: 'tso', method: 'graph', verdict: 'unknown', robust: null, harmful: null, executions: 1, blocked: 0 },
    ...{ events: 4, seconds: 0.1, failures: [], violations: [], schedule: null, notes: [] },
    incomplete: { stoppedBy: 'time', covered: 'some', estimate: null },
    ...changes,
  });
  const stoppedBy = (reason: 'executions' | 'interrupt' | 'limits' | 'preemptions'): ProgramCheck =>
    searched({ incomplete: { stoppedBy: reason, covered: 'some', estimate: null } });

  it('those that are open because time or executions were spent', () => {
    expect(openModels([searched({ model: 'sc' }), searched({}), searched({ model: 'pso' })])).toEqual(['tso', 'pso']);
    expect(openModels([stoppedBy('executions')])).toEqual(['tso']);
    for (const reason of ['interrupt', 'limits', 'preemptions'] as const)
      expect(openModels([stoppedBy(reason)])).toEqual([]);
    expect(openModels([searched({ verdict: 'failing' })])).toEqual([]);
  });

  it('knows that SC has no such failure if the search under SC was complete', async () => {
    const { default: program } = await import('./fixtures/store-buffering.mjs');
    const [test] = testProgram(program, { models: ['tso'] });
    const underSc = (sc: Partial<ProgramCheck>): unknown => {
      const { failures, harmful } = afterTest(searched({}), test!, [searched({ model: 'sc', ...sc })], program);
      return [failures.map((each) => each.underSc), harmful];
    };
    expect(underSc({ verdict: 'safe', incomplete: null })).toEqual([[false], true]);
    expect(underSc({ verdict: 'unknown' })).toEqual([[null], null]);
  });

  it('none of a program whose search never began', () => {
    expect(openModels([searched({ executions: 0 })])).toEqual([]);
    expect(openModels([searched({ model: 'sc' }), searched({ executions: 0 })])).toEqual(['tso']);
  });

  it('as long as the search, within bounds', () => {
    expect([0, 3, 300].map(secondsForTests)).toEqual([1, 3, 10]);
  });
});
