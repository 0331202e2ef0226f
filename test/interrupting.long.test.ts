import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from '@fencepost/testing/built';
import { fencepost, interruptedAfter } from '@fencepost/testing/built';
import { Tally, withoutProgress } from './kills.js';
import { canCompile, corpus } from '@fencepost/testing/compiled';

const state = mkdtempSync(join(tmpdir(), 'fencepost-state-'));

afterAll(() => rmSync(state, { recursive: true }));

/** What a process printed, and the executions that it explored itself. */
interface Explored extends Ended {
  readonly executions: number;
}

/** It is interrupted after this many milliseconds. */
async function run(args: readonly string[], after?: number): Promise<Explored> {
  const env = { FENCEPOST_STATE: state };
  const ended = await fencepost(
    ['check', '--format', 'json', '--progress', 'json', ...args],
    { env },
    interruptedAfter(after),
  );
  const tally = new Tally();
  tally.read(ended.err);
  return { ...ended, err: withoutProgress(ended.err), executions: tally.executions };
}

/** What does not depend on the clock. */
function told(out: string): unknown {
  const { checks } = JSON.parse(out) as Report;
  return checks.map((each) => ({ ...each, seconds: 0 }));
}

/** How much of the executions is explored at a time, at most. */
const PART = 0.05;

const RESUME = /fencepost check --resume (fpr-[0-9a-f]+)/;

/**
 * Interrupts the run, then what goes on with it, and so on; then lets it come to its end. `before`: executions that were
 * explored by then.
 */
async function interrupted(
  args: readonly string[],
  delays: readonly number[],
): Promise<{ ended: Explored; times: number; before: number }> {
  let next = args;
  let times = 0;
  let before = 0;
  for (const delay of delays) {
    const ended = await run(next, delay);
    const { code, out, err } = ended;
    // Too early: nothing has been explored, and nothing is lost. Or too late: it has said all, and there is nothing to go on with.
    if (code === null || code === 130) {
      if (out !== '') next = args;
      continue;
    }
    const token = RESUME.exec(err)?.[1];
    if (token === undefined) return { ended, times, before };
    expect([1, 3]).toContain(code);
    expect((JSON.parse(out) as Report).checks.some(({ incomplete }) => incomplete?.stoppedBy === 'interrupt')).toBe(
      true,
    );
    times++;
    before += ended.executions;
    next = ['--resume', token];
  }
  return { ended: await run(next), times, before };
}

describe('an interrupted run', { timeout: 240_000 }, () => {
  const subjects = [
    { name: 'a JavaScript module', args: ['test/fixtures/many-executions.mjs', '--all'] },
    ...(canCompile ? [{ name: 'C', args: [join(corpus, 'peers/lastzero.c'), '--all', '--', '-DN=11'] }] : []),
  ];

  it.each(subjects)('resumes to the same totals: $name', async ({ args }) => {
    await run(args); // so that it is compiled
    const started = performance.now();
    const whole = await run(args);
    const duration = performance.now() - started;
    expect(whole.err).toBe('');
    expect(whole.executions).toBeGreaterThan(1000);
    let most = 0;
    const interruptAt = async (parts: readonly number[]): Promise<void> => {
      const { ended, times, before } = await interrupted(
        args,
        parts.map((part) => part * duration),
      );
      most = Math.max(most, before);
      // Nothing is explored again, but the part that was being explored.
      const again = before + ended.executions - whole.executions;
      expect(again, `of ${before}`).toBeLessThanOrEqual(times * PART * whole.executions);
      expect({ code: ended.code, err: ended.err }).toEqual({ code: whole.code, err: '' });
      expect(told(ended.out)).toEqual(told(whole.out));
    };
    const anyParts = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 });
    await fc.assert(fc.asyncProperty(anyParts, interruptAt), { numRuns: 2, endOnFailure: true });
    // In the unlikely case that it was always too early or too late: a restart would not be noticed.
    const enough = 4 * PART * whole.executions;
    for (let part = 0.4; most < enough && part < 1; part += 0.05) await interruptAt([part]);
    expect(most).toBeGreaterThan(enough);
    expect(readdirSync(state)).toEqual([]);
  });

  it('cannot be resumed if it used monitors', async () => {
    const args = ['test/fixtures/very-many-executions.mjs', '--method', 'monitor'];
    let ended = await run(args, 1000);
    // On a busy machine it takes longer until there is something to interrupt.
    for (let delay = 4000; ended.code === null && delay < 60_000; delay *= 2) ended = await run(args, delay);
    const { code, out, err } = ended;
    expect(err).toBe('');
    expect([1, 3]).toContain(code);
    expect((JSON.parse(out) as Report).checks[0]).toMatchObject({ incomplete: { stoppedBy: 'interrupt' } });
  });

  it('resumes after its time limit, and refuses a used token', async () => {
    const [subject] = subjects;
    // Time for loading, and for a part of the search.
    let first = await run([...subject!.args, '--max-time', '500ms']);
    for (let time = 600; time < 60_000 && !RESUME.test(first.err); time *= 1.2) {
      first = await run([...subject!.args, '--max-time', `${Math.round(time)}ms`]);
    }
    // Tests after the search may find what fails.
    expect([1, 3]).toContain(first.code);
    const token = RESUME.exec(first.err)![1]!;
    const second = await run(['--resume', token]);
    expect(second.err).toBe('');
    const third = await run(['--resume', token]);
    expect(third).toMatchObject({ code: 2, out: '' });
    expect(third.err).toMatch(/there is no such run.*\[BAD_RESUME\]\n {2}hint: start the check again/);
  });
});
