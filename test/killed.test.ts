import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost, root } from './built.js';

// The built command, killed: nothing of it has a chance to clean up.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-killed-'));
const state = path.join(folder, 'state');
const THREADS = 9;

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs the command; once `until` holds, it is killed. What it printed. */
async function run(args: readonly string[], until?: () => boolean): Promise<string> {
  const { out } = await fencepost(args, { cwd: folder, env: { FENCEPOST_STATE: state } }, (child) => {
    const timer = setInterval(() => {
      if (until?.() === true) child.kill('SIGKILL');
    }, 20);
    child.on('close', () => clearInterval(timer));
  });
  return out;
}

/** When the state was written last. */
function written(): number {
  const files = fs.existsSync(state) ? fs.readdirSync(state).filter((name) => name.endsWith('.run')) : [];
  return files.length === 0 ? 0 : fs.statSync(path.join(state, files[0]!)).mtimeMs;
}

describe('a search that is killed', { timeout: 300_000 }, () => {
  it('continues from where it was saved last, and comes to the same end', async () => {
    fs.copyFileSync(path.join(root, 'corpus', 'peers', 'inc.c'), path.join(folder, 'inc.c'));
    const check = ['check', 'inc.c', '--jobs', '2', '--symmetry', 'off', '--format', 'json', '--', `-DN=${THREADS}`];
    expect(await run(check, () => written() > 0)).toBe('');
    let text = '';
    for (let kills = 0; text === ''; kills++) {
      const before = written();
      expect(before).toBeGreaterThan(0);
      text = await run(
        ['check', '--resume', 'last', '--format', 'json'],
        kills < 2 ? () => written() > before : undefined,
      );
    }
    const report = JSON.parse(text) as { readonly checks: readonly { readonly executions: number; verdict: string }[] };
    const factorial = Array.from({ length: THREADS }, (_, i) => i + 1).reduce((a, b) => a * b);
    expect(report.checks.map(({ verdict, executions }) => [verdict, executions])).toEqual([
      ['safe', factorial],
      ['safe', factorial],
      ['safe', factorial],
    ]);
    expect(written()).toBe(0);
  });
});
