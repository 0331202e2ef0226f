import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { fencepost as built, root } from '@fencepost/testing/built';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
const at = (name: string): string => path.join(folder, name);
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

describe('fencepost record', () => {
  it.skipIf(!hasCompiler)(
    'builds and records a program, and the monitor finds its violation',
    async () => {
      copyFileSync(path.join(import.meta.dirname, '../examples/record/flags.c'), at('flags.c'));
      const built = await fencepost(['record', '--', 'cc', '-O1', '-g', at('flags.c'), '-o', at('flags'), '-pthread']);
      expect(built).toMatchObject({ code: 0, err: expect.stringContaining('built for recording; run it') as string });
      const script = `cd ${folder} && ./flags > printed`;
      const { code, err } = await fencepost(['record', '-o', at('flags.fpr'), '--', 'sh', '-c', script]);
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringMatching(/flags, \d+ operations, 3 threads/) as string,
      });
      expect(['0 1\n', '1 0\n', '1 1\n']).toContain(readFileSync(at('printed'), 'utf8'));

      const monitored = await fencepost(['monitor', at('flags.fpr'), '--model', 'tso']);
      expect(monitored.code).toBe(1);
      expect(monitored.out).toMatch(/flags\.c:\d+ and .*flags\.c:\d+ \((?:left|right); /);
      expect(monitored.out).toMatch(
        /not SC: .*flags\.c:(?:9|15) comes first, although .*flags\.c:(?:8|14) happens before it/,
      );

      const damaged = readFileSync(at('flags.fpr'));
      writeFileSync(at('cut.fpr'), damaged.subarray(0, -20));
      const refused = await fencepost(['monitor', at('cut.fpr')]);
      expect(refused.code).toBe(2);
      expect(refused.err).toMatch(/cut\.fpr: the recording is damaged: .*\[BAD_RECORDING\]\n {2}hint: --partial/);
      expect((await fencepost(['monitor', at('cut.fpr'), '--partial', '--model', 'tso'])).code).toBe(1);
    },
    120_000,
  );

  it('refuses outputs that are no files, and does not run the command', { timeout: 60_000 }, async () => {
    const pipe = at('pipe.fpr');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const run = (output: string) => built(['record', '-o', output, '--', 'touch', at('touched')]);
    expect(await run(pipe)).toMatchObject({
      code: 2,
      err: expect.stringContaining('pipe.fpr: it is a pipe; --output - writes to standard output [USAGE]') as string,
    });
    expect(await run('/dev/stdout')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/it is a (?:pipe|socket)/) as string,
    });
    const script = `node ${root}/packages/fencepost/bin/fencepost.js record -o /dev/stdout -- touch ${at('touched')} > ${at('out')}`;
    const toFile = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(toFile).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("it is the command's own output") as string,
    });
    expect(existsSync(at('touched'))).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'passes %s on to the command',
    { timeout: 60_000 },
    async (signal) => {
      const script = `trap 'echo ${signal}; kill $!; exit 7' INT TERM HUP; echo ready; sleep 50 & wait`;
      const began = performance.now();
      const { code, out } = await built(['record', '-o', at('none.fpr'), '--', 'bash', '-c', script], {}, (child) => {
        child.stdout!.once('data', () => child.kill(signal));
      });
      expect({ code, out }).toEqual({ code: 7, out: `ready\n${signal}\n` });
      expect(performance.now() - began).toBeLessThan(30_000);
    },
  );

  it.each([
    [['record'], 'the command to record comes after --'],
    [['record', './program'], 'the command to record comes after --'],
    [['record', '--scheduler', 'fair', '--', 'true'], "no scheduler 'fair'"],
    [['record', '--depth', '0', '--', 'true'], '--depth takes a whole number'],
    [['record', '-o'], '--output needs a value'],
    [['record', '-o', at('none.fpr'), '--', at('nothing')], 'cannot run'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fencepost(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
