import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

// The bundler may rename functions: what goes by their names is seen in what is built only.

const bin = join(import.meta.dirname, '..', 'packages/fencepost/bin/fencepost.js');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-built-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fencepost(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { cwd: folder, timeout: 60_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: out + err });
    });
  });
}

describe('the built command', { timeout: 60_000 }, () => {
  it.each([
    ['process.exit(0);', /ends\.mjs ends the process that checks it \[CODE_ENDED\]/],
    [
      'setTimeout(() => process.exit(), 0); await new Promise(() => {});',
      /\[CODE_ENDED\]\n {2}hint: remove the call to process\.exit\(\)/,
    ],
    ['await new Promise(() => {});', /ends\.mjs awaits a promise that never settles \[CODE_ENDED\]/],
  ])('does not report success if a module calls %s', async (text, says) => {
    writeFileSync(join(folder, 'ends.mjs'), `${text}\nexport default 1;\n`);
    const { code, out } = await fencepost('test', 'ends.mjs');
    expect(out).toMatch(says);
    expect(code).toBe(2);
  });

  it('knows all functions of Promise, by their names', async () => {
    writeFileSync(
      join(folder, 'promises.check.mjs'),
      `import { check } from 'fencepost';
check('waits for several', { models: ['sc'] }, (t) => {
  const words = new Int32Array(new SharedArrayBuffer(4));
  t.thread('only', async () => {
    const names = ['all', 'allSettled', 'any', 'race'];
    for (const name of names) if (Promise[name].name !== name) throw new Error(name + ' is ' + Promise[name].name);
    const [one, two] = await Promise.all([1, Promise.resolve(2)]);
    const [settled] = await Promise.allSettled([4]);
    Atomics.store(words, 0, one + two + settled.value + (await Promise.any([8])) + (await Promise.race([16])));
  });
  t.after(() => {
    if (words[0] !== 31) throw new Error('there is ' + words[0]);
  });
});
`,
    );
    const { code, out } = await fencepost('check', 'promises.check.mjs');
    expect(out).toMatch(/SC {2}safe/);
    expect(code).toBe(0);
  });

  it('starts to check without the packages that explore: they are for the thread of the checker', () => {
    const command = loadedBy('check-command-');
    expect(command.some((name) => name.startsWith('core-'))).toBe(true);
    expect(command.filter((name) => /^(?:check|explore)-.{8}\.js$/.test(name))).toEqual([]);
    // Every thread begins with the worker, and then loads what it is for.
    const worker = loadedBy('worker.js');
    expect(worker.filter((name) => /^(?:check|explore|load|litmus)-.{8}\.js$/.test(name))).toEqual([]);
    const [checker] = /checker-.{8}\.js/.exec(readFileSync(join(bundle, 'worker.js'), 'utf8'))!;
    expect(loadedBy(checker).some((name) => name.startsWith('explore-'))).toBe(true);
  });
});

const bundle = join(import.meta.dirname, '..', 'packages/fencepost/dist/bundle');

/** The files of the bundle that are loaded together with the one whose name begins so. */
function loadedBy(name: string): string[] {
  const found = new Set([readdirSync(bundle).find((each) => each.startsWith(name))!]);
  for (const each of found) {
    const text = readFileSync(join(bundle, each), 'utf8');
    for (const [, imported = ''] of text.matchAll(/^(?:import|export) [^;]*?"\.\/([^"]+)"/gm)) found.add(imported);
  }
  return [...found];
}
