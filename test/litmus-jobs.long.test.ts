import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from '@fencepost/testing/built';
import { fencepost, interruptedAfter } from '@fencepost/testing/built';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** It is interrupted after this many milliseconds. */
function litmus(args: readonly string[], after?: number): Promise<Ended> {
  return fencepost(['litmus', ...args], {}, interruptedAfter(after));
}

/** Threads that each store to one variable: more interleavings than anybody will wait for. */
function endless(name: string): string {
  const threads = Array.from({ length: 6 }, (_, i) => i);
  const row = (cell: (i: number) => string): string => ` ${threads.map(cell).join(' | ')} ;`;
  const rows = Array.from({ length: 6 }, (_, k) => row((i) => `movq $${i * 6 + k + 1},(x)`));
  return [`X86_64 ${name}`, '{ x; }', row((i) => `P${i}`), ...rows, 'exists (x=1)', ''].join('\n');
}
const ENDLESS = join(folder, 'endless.litmus');
writeFileSync(ENDLESS, endless('endless'));
const QUICK = 'examples/litmus';

describe('fencepost litmus', { timeout: 120_000 }, () => {
  it.each([
    ['text', ['test/litmus']],
    ['JSON', ['test/litmus', '--format', 'json']],
    [
      'text with expectations, some of them missing',
      ['test/litmus', 'examples/litmus', '--expect=test/litmus/expected.tsv'],
    ],
    ['monitors', ['test/litmus', '--method', 'monitor']],
    ['monitors in JSON', ['test/litmus', '--method', 'monitor', '--format', 'json']],
    ['errors', ['test/litmus', 'examples/refused', 'examples/refused/spin.litmus']],
  ])('prints the same with one thread, two and three: %s', async (_, args) => {
    const [one, two, three] = await Promise.all([1, 2, 3].map((jobs) => litmus([...args, '--jobs', String(jobs)])));
    expect(one!.out.length + one!.err.length).toBeGreaterThan(50);
    expect(two).toEqual(one);
    expect(three).toEqual(one);
  });

  it.each([1, 2])(
    'stops at the time limit, for every test, and reports the tests that were not run: %i',
    async (jobs) => {
      const args = [QUICK, ENDLESS, '--max-time', '4s', '--jobs', String(jobs)];
      const { code, out, err } = await litmus(args);
      expect({ code, err }).toEqual({ code: 3, err: '' });
      const lines = out.trimEnd().split('\n');
      expect(lines.at(-1)).toBe('stopped by --max-time: 1 of 11 tests not run, or not to the end');
      expect(lines.at(-2)).toMatch(/^10 tests, 30 checks: /);
      const json = await litmus([...args, '--format', 'json']);
      expect(json.code).toBe(3);
      const { checks, incomplete } = JSON.parse(json.out) as { checks: unknown[]; incomplete: unknown };
      expect(checks).toHaveLength(30);
      expect(incomplete).toEqual({ stoppedBy: 'time', notRun: [ENDLESS] });
    },
  );

  it('ends with a report when it is interrupted', async () => {
    const { code, out, err } = await litmus([ENDLESS, QUICK, '--jobs', '2'], 5000);
    expect({ code, err }).toEqual({ code: 3, err: '' });
    expect(out.trimEnd().split('\n').at(-1)).toBe('interrupted: 1 of 11 tests not run, or not to the end');
  });
});
