import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

// Names of tests, threads, places and files are the user's, or those of the author of the file.

const ESC = '\x1b]0;pwn\x07\x1b[31m\u009b2J\0';
const folder = mkdtempSync(join(tmpdir(), 'fencepost-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const litmus = file(
  'evil\x1b[31m.litmus',
  `X86_64 ${ESC}SB
{ x=0; y=0; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0 /\\ 1:rax=0)
`,
);
const recording = file(
  'esc.json',
  JSON.stringify({
    version: 1,
    name: ESC,
    operations: [
      { thread: `a${ESC}`, op: 'store', place: `x${ESC}`, value: 1 },
      { thread: `a${ESC}`, op: 'load', place: 'y' },
      { thread: 'b', op: 'store', place: 'y', value: 1, site: { file: `${ESC}evil.c`, line: 3 } },
      { thread: 'b', op: 'load', place: `x${ESC}` },
    ],
  }),
);
const broken = file('broken\x1b[2J.litmus', `X86_64 t\n{ ${ESC} }\n`);

const STEERING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]/;
const FORMATS = ['text', 'json', 'sarif', 'junit', 'github', 'markdown', 'compact', 'agent'];

describe('control characters in names do not reach the terminal', () => {
  it.each([
    ['litmus', litmus],
    ['litmus', litmus, '--format=json'],
    ['litmus', litmus, '--method=monitor'],
    ['litmus', broken],
    ['monitor', recording],
    ['monitor', recording, '--format=json'],
    ['monitor', litmus],
    ...FORMATS.map((format) => ['check', litmus, `--format=${format}`]),
    ['test', litmus, '--max-time=1s'],
    ['test', litmus, '--max-time=1s', '--format=json'],
    ['check', litmus, '--progress=json'],
  ])('of fencepost %s %j %s', async (...args) => {
    const { code, out, err } = await fencepost(args);
    expect(code).toBeLessThan(4);
    expect(out + err).not.toBe('');
    expect(out + err).not.toMatch(STEERING);
  });

  it('nor the progress line of a search', async () => {
    const { err } = await fencepost(['check', litmus], { errIsTerminal: true });
    expect(err.replaceAll('\r\x1b[2K', '')).not.toMatch(STEERING);
  });
});
