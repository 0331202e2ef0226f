import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from '@fencepost/testing/built';
import { fencepost, root } from '@fencepost/testing/built';
import { endlessCompiler } from './endless-compiler.js';
import { canCompile } from '@fencepost/testing/compiled';

// Against the built command: from the sources, checked code has no thread of its own.

const hanging = join(root, 'packages/fencepost/test/fixtures/hanging');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-supervise-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One that has ended may be listed until its parent has asked about it. */
function isRunning(pid: string): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ');
}

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

  it('leaves its share to the next program', async () => {
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

  it.skipIf(!canCompile || process.platform === 'win32')('ends a compiler, and its child processes', async () => {
    const { environment, isRunning } = endlessCompiler(folder);
    const { code, err } = await check(['loop.c', '--max-time', '2'], undefined, environment);
    expect(err).toMatch(/loop\.c was not loaded within 2 s \[TIME_LIMIT\]/);
    expect(code).toBe(3);
    expect(await isRunning()).toBe(false);
  });
});

// The thread that waits cannot be ended. On other systems, the process that it waits for would go on.
describe.skipIf(process.platform !== 'linux')(
  'a thread that is in a call which does not return',
  { timeout: 60_000 },
  () => {
    // They wait: all at once, with time to start at once.
    it.concurrent.each([
      ['check', 'waits-for-process-at-top-level', /was not loaded within 8 s \[TIME_LIMIT\]/],
      ['check', 'leaves-process-at-top-level', /was not loaded within 8 s \[TIME_LIMIT\]/],
      ['test', 'leaves-process-at-top-level', /was not loaded within 8 s \[TIME_LIMIT\]/],
      ['check', 'waits-for-process-in-thread', /stopped by --max-time/],
      ['test', 'waits-for-process-at-top-level', /was not loaded within 8 s \[TIME_LIMIT\]/],
      ['test', 'waits-for-process-in-thread', /ended before the first execution ended/],
    ])('does not keep the command alive, nor the process that it waits for: %s %s', async (command, name, message) => {
      const sign = join(folder, `pid-${command}-${name}`);
      const env = { FENCEPOST_STATE: folder, FENCEPOST_TEST_PID: sign };
      const { code, out, err } = await fencepost([command, `${name}.check.mjs`, '--max-time', '8'], {
        ...{ cwd: hanging, env },
      });
      expect(out + err).toMatch(message);
      expect(code).toBe(3);
      expect(isRunning(readFileSync(sign, 'utf8').trim())).toBe(false);
    });

    it('does not leave processes after an interrupt', async () => {
      const sign = join(folder, 'pid');
      await check(
        ['leaves-process-at-top-level.check.mjs'],
        (child) => {
          const look = setInterval(() => {
            if (!existsSync(sign) || readFileSync(sign, 'utf8') === '') return;
            clearInterval(look);
            child.kill('SIGINT');
          }, 50);
        },
        { FENCEPOST_TEST_PID: sign },
      );
      expect(isRunning(readFileSync(sign, 'utf8').trim())).toBe(false);
    });

    it('keeps the whole report, even if it is not read for a while', async () => {
      const report = join(folder, 'report.json');
      const args = ['native.mjs', '--max-time', '2', '--format', 'json', '--report', `json=${report}`];
      const { code, out, err } = await check(args, (child) => {
        child.stdout!.pause();
        void setTimeout(5000).then(() => child.stdout!.resume());
      });
      expect({ code, err }).toEqual({ code: 3, err: '' });
      expect((JSON.parse(out) as Report).checks).toMatchObject([
        { incomplete: { stoppedBy: 'time' } },
        { incomplete: { stoppedBy: 'time' } },
        { incomplete: { stoppedBy: 'time' } },
      ]);
      expect(readFileSync(report, 'utf8')).toBe(out);
    });
  },
);

describe('a search that has to be ended', { timeout: 120_000 }, () => {
  it('can be resumed from where it was saved last', async () => {
    const args = ['endless-later.mjs', '--model', 'tso', '--jobs', '1', '--format', 'json'];
    const cut = await check([...args, '--max-time', '10']);
    const [first] = (JSON.parse(cut.out) as Report).checks;
    expect(first).toMatchObject({ verdict: 'unknown', incomplete: { stoppedBy: 'time' } });
    const token = /^to resume: fencepost check --resume (fpr-\w+)\n$/.exec(cut.err)![1]!;
    // Not from the beginning.
    const ends = { FENCEPOST_TEST_ENDS: '1' };
    const goesOn = await check(['--resume', token, '--max-executions', '1', '--format', 'json'], undefined, ends);
    expect((JSON.parse(goesOn.out) as Report).checks[0]!.executions).toBeGreaterThan(1000);
    expect(goesOn.err).toContain(token);
  });

  it('does not offer a token for a run that was not saved', async () => {
    const { code, out, err } = await check(['thread.check.mjs', '--max-time', '2']);
    expect(code).toBe(3);
    expect(out + err).not.toContain('resume');
  });
});

describe.skipIf(!canCompile)('tests after a search', { timeout: 120_000 }, () => {
  it('keep the findings, and end in time', async () => {
    // A ring of threads that do the same, in an order of its own.
    const text = readFileSync(join(root, 'corpus/peers/sb.c'), 'utf8').replace('(long)arg', '(long)arg * 5 % N');
    const file = join(folder, 'ring.c');
    writeFileSync(file, text);
    const args = ['--model', 'tso', '--jobs', '1', '--max-executions', '3000', '--max-time', '60'];
    const { code, out, err } = await check([file, '--format', 'json', ...args, '--', '-DN=21']);
    const { checks } = JSON.parse(out) as Report;
    expect(checks).toMatchObject([{ executions: 3000, robust: false, incomplete: { stoppedBy: 'executions' } }]);
    expect(checks[0]!.notes).toEqual([expect.stringMatching(/active testing ran \d+ executions for 1 possible cycle/)]);
    expect(err).toMatch(/--resume fpr-/);
    expect(code).toBe(1);
  });
});

describe('a signal', { timeout: 60_000 }, () => {
  /** Sends it when the search says something, or else after a while. */
  const after = (milliseconds: number, signal: NodeJS.Signals) => (child: ChildProcess) =>
    void setTimeout(milliseconds).then(() => child.kill(signal));

  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a search that does not respond, with a report', async (signal) => {
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
    const { environment, isRunning } = endlessCompiler(folder);
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
    ['awaits.mjs', /awaits\.mjs awaits a promise that never settles \[CODE_ENDED\]/],
    ['throws-late.mjs', /throws-late\.mjs throws an uncaught error: late \[CODE_ENDED\]/],
    ['replaces-at-top-level.check.mjs', /level\.check\.mjs replaces Array\.prototype\.push, .*\[BUILT_IN_REPLACED\]/],
    ['replaces-in-thread.check.mjs', /in-thread\.check\.mjs replaces Array\.prototype\.\S+, .*\[BUILT_IN_REPLACED\]/],
  ])('breaks the run is an error that is named: %s', async (file, message) => {
    const { code, err } = await check([file]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it('breaks built-in objects is the only code that is blamed, also if it comes first', async () => {
    const { out, err, code } = await check(['replaces-at-top-level.check.mjs', '../SB.litmus', '--model', 'sc']);
    expect(err).toMatch(/replaces-at-top-level\.check\.mjs replaces /);
    expect(err).not.toMatch(/SB\.litmus replaces/);
    expect(out).toMatch(/SB\.litmus\n {2}✓ SC {2}safe/);
    expect(code).toBe(2);
  });

  it('breaks built-in objects does not reach other files', async () => {
    const { code, out, err } = await check(['../SB.litmus', 'replaces-in-thread.check.mjs', '--model', 'sc']);
    expect(out).toMatch(/SB\.litmus\n {2}✓ SC {2}safe/);
    expect(err).toMatch(/BUILT_IN_REPLACED/);
    expect(code).toBe(2);
  });
});
