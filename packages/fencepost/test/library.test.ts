import {
  assert,
  checkFile,
  checkProgram,
  exitCodeOf,
  load,
  program,
  render,
  replayProgram,
  store,
  testProgram,
} from 'fencepost';
import type { FencepostConfig, Program, SearchProgress } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { allOptions } from '../src/options/groups.js';
import { fencepost } from '@fencepost/testing/terminal';

/** Threads that store and load: `width` of them. */
function storeBuffering(width: number): Program {
  return program(`SB ${width}`, (p) => {
    const x = p.array('x', width);
    for (let i = 0; i < width; i++) {
      p.thread(`t${i}`, function* () {
        yield store(x[i]!, 1);
        return yield load(x[(i + 1) % width]!);
      });
    }
    p.after((final) =>
      assert(
        final.outcomes().some((each) => each !== 0),
        'all are late',
      ),
    );
  });
}

describe('the library', () => {
  it('checks a program', async () => {
    const report = await checkProgram(storeBuffering(2), { models: ['sc', 'tso'] });
    expect(report.checks.map(({ verdict }) => verdict)).toEqual(['safe', 'failing']);
    expect(exitCodeOf(report)).toBe(1);
  });

  it('reports the same as the command, in every format', async () => {
    const file = `${import.meta.dirname}/fixtures/store-buffering.mjs`;
    const report = await checkFile(file, { models: ['tso'] });
    for (const format of ['text', 'sarif', 'junit', 'github', 'markdown', 'compact', 'agent']) {
      const { out } = await fencepost(['check', file, '--model', 'tso', '--format', format]);
      const timeless = (text: string): string => text.replaceAll(/[\d.]+ s\b|time="[\d.]+"/g, '');
      expect(timeless(await render(report, format))).toBe(timeless(out));
    }
    expect(await render(report, 'html')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(await render(report, 'json'))).toEqual(report);
  });

  it('reads options as the configuration is read', async () => {
    const source = storeBuffering(2);
    await expect(checkProgram(source, { models: ['tos'] })).rejects.toMatchObject({
      hint: expect.stringMatching(/tso/) as string,
    });
    await expect(checkProgram(source, { maxTime: 'soon' })).rejects.toThrow("maxTime cannot be 'soon'");
    await expect(checkProgram(source, { unrol: 3 } as object)).rejects.toMatchObject({ hint: 'did you mean unroll?' });
  });

  it('reports its progress, and stops on request', async () => {
    const controller = new AbortController();
    const seen: SearchProgress[] = [];
    const report = await checkProgram(storeBuffering(14), {
      models: ['sc'],
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        if (progress.executions > 100) controller.abort();
      },
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(report.checks).toMatchObject([{ verdict: 'unknown', incomplete: { stoppedBy: 'interrupt' } }]);
    await expect(checkProgram(storeBuffering(2), { signal: controller.signal })).rejects.toThrow();
  });

  it('stops at its time limit', async () => {
    const report = await checkProgram(storeBuffering(14), { models: ['sc'], maxTime: '100ms' });
    expect(report.checks).toMatchObject([{ verdict: 'unknown', incomplete: { stoppedBy: 'time' } }]);
  });

  it('tests a program', async () => {
    const report = await testProgram(storeBuffering(2), { models: ['tso'], maxExecutions: 100 });
    expect(report.tests).toMatchObject([{ model: 'tso', failures: [{ message: 'all are late' }] }]);
    expect(await render(report, 'text')).toContain('all are late');
  });

  it('refuses values that are not programs', async () => {
    for (const value of [undefined, null, {}, 'mp.c', () => 1]) {
      const notOne = value as Program;
      const expected = { code: 'USAGE', message: 'this is not a program' };
      await expect(checkProgram(notOne)).rejects.toMatchObject(expected);
      await expect(testProgram(notOne)).rejects.toMatchObject(expected);
      expect(() => replayProgram(notOne, 'tso', 'fp1:0')).toThrow(expected.message);
    }
  });

  it('has every option that a configuration has', () => {
    const everything: Required<FencepostConfig> = {
      ...{ files: [], models: [], method: 'graph', all: true, races: true, allowRelaxed: true, preemptions: 1 },
      ...{
        maxExecutions: 1,
        maxTime: 1,
        maxMemory: '1g',
        maxDepth: 1,
        symmetry: 'auto',
        repair: 'auto',
        costs: {},
        unroll: 1,
        daemons: [],
        spurious: true,
        volatile: 'relaxed',
        threadIds: 'posix',
        allocFails: true,
        failOnExit: true,
        criterion: 'sequential',
      },
      ...{
        seed: 1,
        jobs: 1,
        first: true,
        include: [],
        exclude: [],
        testCases: [],
        compileCommands: '',
        compiler: [],
        reports: {},
      },
    };
    const known = allOptions().flatMap(([key, { inConfig }]) => (inConfig ? [key] : []));
    expect(known.toSorted()).toEqual(Object.keys(everything).toSorted());
  });
});
