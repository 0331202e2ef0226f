import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { findChecks } from '../src/discover/find-checks.js';

/** A check that fails under SC, in one execution: a verdict shows that the file was checked. */
const FAILING = `import { check } from 'fencepost';
check('fails', (t) => { t.thread('one', () => { throw new Error('found'); }); });
`;

let folder: string;
const before = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-discover-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const filesFound = async (...paths: string[]): Promise<readonly string[]> => (await findChecks(paths, undefined)).files;

describe('files with checks', () => {
  it('are those named so, in all folders of the project', async () => {
    write({
      'b.check.ts': '',
      'a.check.mjs': '',
      'deep/er/c.check.mts': '',
      'deep/d.check.js': '',
      'lock.check.c': '',
      'lock.check.cpp': '',
      'x.ts': '',
      'check.ts': '',
      'a.check.txt': '',
      'node_modules/p/p.check.js': '',
      'deep/node_modules/p.check.js': '',
      '.cache/q.check.ts': '',
    });
    expect(await filesFound()).toEqual([
      ...['a.check.mjs', 'b.check.ts', 'deep/d.check.js', 'deep/er/c.check.mts', 'lock.check.c', 'lock.check.cpp'],
    ]);
    expect(await filesFound('deep')).toEqual(['deep/d.check.js', 'deep/er/c.check.mts']);
    expect(await filesFound('deep', 'x.ts', 'deep/d.check.js')).toEqual([
      ...['deep/d.check.js', 'deep/er/c.check.mts', 'x.ts'],
    ]);
  });

  it('are not those that git ignores', async () => {
    write({
      '.gitignore': '# built\ndist/\n/out\n*.gen.check.ts\n!kept.gen.check.ts\nlib/**/old\nwei[rR]d?.check.ts\n[\n',
      'dist/a.check.ts': '',
      'src/dist/a.check.ts': '',
      'out/a.check.ts': '',
      'src/out/a.check.ts': '',
      'b.gen.check.ts': '',
      'kept.gen.check.ts': '',
      'lib/x/y/old/a.check.ts': '',
      'weird1.check.ts': '',
      'src/.gitignore': 'a?.check.ts',
      'src/ab.check.ts': '',
      'ab.check.ts': '',
    });
    expect(await filesFound()).toEqual(['ab.check.ts', 'kept.gen.check.ts', 'src/out/a.check.ts']);
    // The rules of folders above apply in a repository only.
    expect(await filesFound('lib/x/y')).toEqual(['lib/x/y/old/a.check.ts']);
    mkdirSync(join(folder, '.git'));
    await expect(filesFound('lib/x/y')).rejects.toThrow('there are no checks in lib/x/y');
  });

  it('are found without following links, which may lead in a circle', async () => {
    write({ 'a/a.check.ts': '' });
    symlinkSync(join(folder, 'a'), join(folder, 'a/again'));
    expect(await filesFound()).toEqual(['a/a.check.ts']);
  });

  it('are the sources of a project in C that declare a data structure', async () => {
    write({
      'src/queue.c': '#include <fencepost/linearizable.h>\nFENCEPOST_LINEARIZABLE(queue)\n',
      'src/other.c': 'int main(void) { return 0; }\n',
      'src/unlisted.c': 'FENCEPOST_LINEARIZABLE(stack)\n',
    });
    const commands = ['queue', 'other'].map((name) => ({
      directory: folder,
      file: `src/${name}.c`,
      command: `cc -c src/${name}.c`,
    }));
    await expect(filesFound()).rejects.toThrow('there are no checks in this folder');
    write({ 'build/compile_commands.json': JSON.stringify(commands) });
    expect(await filesFound()).toEqual(['src/queue.c']);
    expect(await filesFound('src')).toEqual(['src/queue.c']);
    await expect(findChecks([], 'none')).rejects.toThrow('there are no checks in this folder');
  });
});

describe('fencepost check', () => {
  it('checks what it finds, and says so', async () => {
    write({ 'a.check.ts': FAILING, 'b/b.check.ts': FAILING, 'node_modules/c.check.ts': FAILING });
    const { code, out, err } = await fencepost(['check', '--model', 'sc']);
    expect({ code, err }).toEqual({ code: 1, err: 'found 2 files: a.check.ts, b/b.check.ts\n' });
    expect(out.match(/^\S+: fails$/gm)).toEqual(['a.check.ts: fails', 'b/b.check.ts: fails']);
    const inFolder = await fencepost(['check', 'b', '--model', 'sc', '--format', 'json']);
    expect(inFolder.err).toBe('found 1 file: b/b.check.ts\n');
    expect((JSON.parse(inFolder.out) as { checks: unknown[] }).checks).toHaveLength(1);
    expect((await fencepost(['test', 'b', '--max-executions', '1'])).err).toBe('found 1 file: b/b.check.ts\n');
  });

  it('prefers what the configuration names', async () => {
    write({ 'a.check.ts': FAILING, 'b/b.check.ts': FAILING, 'fencepost.config.json': '{ "files": ["b"] }' });
    const { err } = await fencepost(['check', '--model', 'sc']);
    expect(err).toBe('found 1 file: b/b.check.ts\n');
  });

  it.each<[Record<string, string>, string[], RegExp]>([
    [
      {},
      [],
      /^fencepost: there are no checks in this folder \[USAGE\]\n {2}hint: checks are .*\*\.check\.ts.*fencepost init/,
    ],
    [{ 'sub/SB.litmus': '' }, ['sub'], /no checks in sub .*\n {2}hint: for its 1 litmus test: fencepost litmus sub; /],
    [{ 'src/a.c': '' }, [], /hint: for a program, name it: fencepost check src\/a\.c; /],
    [{ 'a.check.ts': '' }, ['--', '-DX'], /nothing to compile/],
  ])('says what to do if there is nothing: %j', async (files, args, message) => {
    write(files);
    const { code, out, err } = await fencepost(['check', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replace(/^found.*\n/, '')).toMatch(message);
  });
});
