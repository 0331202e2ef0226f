import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';

const bin = join(import.meta.dirname, '..', 'packages/fencepost/bin/fencepost.js');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-pipe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fails = `
import { check } from 'fencepost';
for (const n of [1, 2, 3]) {
  check('store buffering ' + n, (t) => {
    const words = new Int32Array(new SharedArrayBuffer(8));
    t.thread('left', () => { words[0] = 1; return words[1]; });
    t.thread('right', () => { words[1] = 1; return words[0]; });
    t.after(({ left, right }) => { if (left + right === 0) throw new Error('both are 0'); });
  });
}
`;
const operations = [
  { thread: 'left', op: 'store', place: 'x', value: 1 },
  { thread: 'left', op: 'load', place: 'y' },
  { thread: 'right', op: 'store', place: 'y', value: 1 },
  { thread: 'right', op: 'load', place: 'x' },
];
writeFileSync(join(folder, 'fails.check.mjs'), fails);
writeFileSync(join(folder, 'recorded.json'), JSON.stringify({ version: 1, name: 'SB', operations }));

/** Runs the command in a shell where one of its outputs is a pipe without a reader; gives its exit code, and its text on the other. */
function unread(which: 'stdout' | 'stderr', ...args: readonly string[]): Promise<{ code: number; other: string }> {
  const command = `"${process.execPath}" "${bin}" ${args.map((arg) => `'${arg}'`).join(' ')}`;
  // `exec` closes the reading end before the command begins to write.
  const swapped = which === 'stderr' ? '2>&1 >other' : '2>other';
  const script = `{ sleep 0.2; ${command} ${swapped}; echo $? >code; } | exec true; wait`;
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { cwd: folder, timeout: 60_000 }, () => {
      const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
      resolve({ code: Number(read('code')), other: read('other') });
    });
  });
}

describe.skipIf(process.platform === 'win32')('output that is not read', { timeout: 60_000 }, () => {
  it('changes neither the exit code of check nor its reports', async () => {
    const { code, other } = await unread('stdout', 'check', 'fails.check.mjs', '--all', '--report', 'json=report.json');
    expect({ code, other }).toEqual({ code: 1, other: '' });
    const { checks } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    expect(checks.map(({ verdict }) => verdict)).toEqual([1, 2, 3].flatMap(() => ['safe', 'failing']));
  });

  it.each([
    ['check that is given up', 3, ['check', 'fails.check.mjs', '--model', 'sc', '--max-executions', '1']],
    ['test', 1, ['test', 'fails.check.mjs']],
    ['monitor', 1, ['monitor', 'recorded.json', '--fail-on', 'violations']],
    ['litmus', 2, ['litmus', 'nowhere.litmus']],
    ['replay', 2, ['replay', 'fails.check.mjs', 'nonsense']],
    ['help', 0, ['--help']],
  ])('leaves the exit code as it is: %s', async (_, code, args) => {
    expect(await unread('stdout', ...args)).toMatchObject({ code });
  });

  it('may be the messages', async () => {
    const report = join(folder, 'messages.json');
    const wanted = ['check', 'fails.check.mjs', '--progress', 'json', '--report', `json=${report}`];
    expect(await unread('stderr', ...wanted)).toMatchObject({
      code: 1,
      other: expect.stringContaining('both are 0') as string,
    });
    expect(existsSync(report)).toBe(true);
    expect(await unread('stderr', 'check', 'nowhere.c')).toMatchObject({ code: 2, other: '' });
  });

  it.skipIf(!existsSync('/dev/full'))('is an error where it is a full disk', async () => {
    const script = `"${process.execPath}" "${bin}" check fails.check.mjs --report json=full.json >/dev/full`;
    const { code, err } = await new Promise<{ code: unknown; err: string }>((resolve) => {
      execFile('sh', ['-c', script], { cwd: folder }, (error, _, err) => resolve({ code: error?.code, err }));
    });
    expect(err).toBe(
      'fencepost: cannot write the output: the disk is full [USAGE]\n  hint: redirect it to another file\n',
    );
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'full.json'))).toBe(true);
  });
});
