import type { ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from './built.js';
import { fencepost, root } from './built.js';
import { canCompile } from '../packages/c/test/program/compiled.js';

// Against the built command: from the sources, checked code has no thread of its own.

const hanging = join(root, 'packages/fencepost/test/fixtures/hanging');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-supervise-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** `meanwhile` may do something to it. */
function check(
  args: readonly string[],
  meanwhile?: (child: ChildProcess) => void,
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const env = { FENCEPOST_STATE: folder, ...environment };
  return fencepost(['check', ...args], { cwd: hanging, env }, meanwhile);
}

// Without the supervisor, none of these ends.
describe('--max-time', { timeout: 60_000 }, () => {
  it.each([
    ['thread.check.mjs', 3, /stopped by --max-time .*cut off before the end of an execution/s],
    ['regular-expression.check.mjs', 3, /stopped by --max-time/],
    ['fibonacci.check.mjs', 3, /stopped by --max-time/],
    ['after.check.mjs', 3, /stopped by --max-time/],
    ['generator.mjs', 3, /stopped by --max-time/],
    ['set-up.check.mjs', 3, /set-up\.check\.mjs was not loaded within 2 s \[TIME_LIMIT\]/],
    ['top-level.check.mjs', 3, /top-level\.check\.mjs was not loaded within 2 s \[TIME_LIMIT\]/],
  ])('ends %s', async (file, expected, message) => {
    const { code, out, err } = await check([file, '--max-time', '2']);
    expect(out + err).toMatch(message);
    expect(code).toBe(expected);
  });

  it.skipIf(!canCompile)('ends compiled programs', async () => {
    for (const file of ['fibonacci.c', 'loop.c', 'malloc.c']) {
      const { code, out, err } = await check([file, '--max-time', '4', '--model', 'sc']);
      expect(out + err).toMatch(/stopped by --max-time|TOO_LARGE|was not loaded/);
      expect([2, 3]).toContain(code);
    }
  });

  it('leaves its part to the next program', async () => {
    const { code, out } = await check(['two.check.mjs', '--max-time', '6', '--format', 'json']);
    const { checks } = JSON.parse(out) as Report;
    expect(checks).toMatchObject([
      { program: 'endless', verdict: 'unknown', incomplete: { stoppedBy: 'time' } },
      { program: 'short', verdict: 'safe' },
    ]);
    expect(code).toBe(3);
  });

  it('reports failures that were found by then', async () => {
    const args = ['failing-then-endless.mjs', '--all', '--model', 'sc', '--format', 'json', '--max-time', '6'];
    const { code, out } = await check(args);
    const { checks } = JSON.parse(out) as Report;
    const failures = [{ kind: 'assertion', message: 'saw an odd number', underSc: true, counterexample: null }];
    expect(checks).toMatchObject([{ verdict: 'failing', incomplete: { stoppedBy: 'time' }, failures }]);
    expect(code).toBe(1);
  });

  it.skipIf(!canCompile || process.platform === 'win32')('ends a compiler, and what that started', async () => {
    const { environment, isRunning } = endlessCompiler();
    const { code, err } = await check(['loop.c', '--max-time', '2'], undefined, environment);
    expect(err).toMatch(/loop\.c was not loaded within 2 s \[TIME_LIMIT\]/);
    expect(code).toBe(3);
    expect(await isRunning()).toBe(false);
  });
});

/** A compiler that never ends. It says who it is, and has another process write a file again and again. */
function endlessCompiler(): { readonly environment: NodeJS.ProcessEnv; readonly isRunning: () => Promise<boolean> } {
  const own = mkdtempSync(join(folder, 'compiler-'));
  const sign = join(own, 'sign');
  writeFileSync(
    join(own, 'clang'),
    `#!/bin/sh
case "$*" in
  *-dumpversion*) echo 22.0.0 ;;
  *-print-targets*) echo "    wasm64 - WebAssembly" ;;
  *) (while :; do echo > ${sign}; sleep 0.1; done) & wait ;;
esac
`,
  );
  chmodSync(join(own, 'clang'), 0o755);
  // It is not run, but has to be there.
  copyFileSync(join(own, 'clang'), join(own, 'wasm-ld'));
  const isRunning = async (): Promise<boolean> => {
    rmSync(sign);
    await setTimeout(3000);
    return existsSync(sign);
  };
  return {
    environment: {
      ...{ FENCEPOST_CLANG: join(own, 'clang'), FENCEPOST_CACHE: join(own, 'cache') },
      PATH: `${own}:/usr/bin:/bin`,
    },
    isRunning,
  };
}

describe('a signal', { timeout: 60_000 }, () => {
  /** Sends it when the search says something, or else after a while. */
  const after = (milliseconds: number, signal: NodeJS.Signals) => (child: ChildProcess) =>
    void setTimeout(milliseconds).then(() => child.kill(signal));

  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a search that does not answer, with a report', async (signal) => {
    const { code, out } = await check(['thread.check.mjs', '--format', 'json'], after(4000, signal));
    // On a busy machine it may still be loading.
    if (code !== 3) expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    else expect((JSON.parse(out) as Report).checks).toMatchObject([{ incomplete: { stoppedBy: 'interrupt' } }]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while a file is loaded ends at once', async (signal, expected) => {
    const { code, err } = await check(['top-level.check.mjs'], after(4000, signal));
    expect(err).toMatch(/interrupted while top-level\.check\.mjs was being loaded/);
    expect(code).toBe(expected);
  });

  it.skipIf(!canCompile || process.platform === 'win32')('ends the compiler, too', async () => {
    const { environment, isRunning } = endlessCompiler();
    const { code } = await check(['loop.c'], after(4000, 'SIGTERM'), environment);
    expect(code).toBe(143);
    expect(await isRunning()).toBe(false);
  });

  it('ends at once if it is the second', async () => {
    const { code, signal } = await check(['thread.check.mjs'], (child) => {
      after(4000, 'SIGINT')(child);
      after(4100, 'SIGINT')(child);
    });
    expect(signal === 'SIGINT' || code === 130).toBe(true);
  });
});

describe('--max-memory', { timeout: 60_000 }, () => {
  it.each(['arrays', 'typed-arrays', 'strings'])('ends threads that allocate without end: %s', async (what) => {
    const { code, out } = await check([`memory-${what}.check.mjs`, '--max-memory', '400m']);
    expect(out).toMatch(/ran out of memory .*raise\s+--max-memory/s);
    expect(code).toBe(3);
  });

  it('leaves the next file alone', async () => {
    const args = [
      'memory-arrays.check.mjs',
      '../SB.litmus',
      '--model',
      'sc',
      '--max-memory',
      '400m',
      '--format',
      'json',
    ];
    const { checks } = JSON.parse((await check(args)).out) as Report;
    expect(checks).toMatchObject([{ incomplete: { stoppedBy: 'memory' } }, { verdict: 'safe' }]);
  });
});

describe('code that', { timeout: 60_000 }, () => {
  it.each([
    ['exits.mjs', /exits\.mjs ends the process that checks it \[CODE_ENDED\]/],
    ['awaits.mjs', /awaits\.mjs awaits something that never happens \[CODE_ENDED\]/],
    ['throws-late.mjs', /throws-late\.mjs throws an error that nobody catches: late \[CODE_ENDED\]/],
    ['replaces-at-top-level.check.mjs', /level\.check\.mjs replaces Array\.prototype\.push, .*\[BUILT_IN_REPLACED\]/],
    ['replaces-in-thread.check.mjs', /in-thread\.check\.mjs replaces Array\.prototype\.\S+, .*\[BUILT_IN_REPLACED\]/],
  ])('breaks the run is a mistake that is named: %s', async (file, message) => {
    const { code, err } = await check([file]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('breaks built-in objects does not reach other files', async () => {
    const { code, out, err } = await check(['../SB.litmus', 'replaces-in-thread.check.mjs', '--model', 'sc']);
    expect(out).toMatch(/SB\.litmus\n {2}SC {2}safe/);
    expect(err).toMatch(/BUILT_IN_REPLACED/);
    expect(code).toBe(2);
  });
});
