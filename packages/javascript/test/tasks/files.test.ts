import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import * as native from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileTree } from '../../src/host/node/file-tree.js';
import type { Steps } from '../../src/host/node/fs-operations.js';
import { methods, operations } from '../../src/host/node/fs-operations.js';
import { explore, failuresOf, programOf } from '../check/explored.js';
import { outcomesIn } from './outcomes.js';

type Operation = (tree: FileTree, ...given: unknown[]) => Steps;
const model = operations as unknown as Readonly<Record<string, Operation>>;

function atOnce(steps: Steps): unknown {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A result as text, without the root folder; of what `stat` returns, what files in memory have, too. */
function shown(value: unknown, root: string): string {
  const plain = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null || Buffer.isBuffer(each) || Array.isArray(each)) return each;
    const { size } = each as { readonly size: number };
    const isFile = (each as { isFile(): boolean }).isFile();
    return { isFile, ...(isFile && { size }) };
  };
  return JSON.stringify(plain(value) ?? null).replaceAll(root, '');
}

/** Versions of Node differ in what errors of `rm` say. */
function failed(error: unknown, root: string, operation: string): string {
  const { code, errno, syscall, message, path: at, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  if (operation === 'rm') return JSON.stringify({ code });
  return JSON.stringify({ code, errno, syscall, message, at, dest }).replaceAll(root, '');
}

const name = fc.constantFrom('a', 'b', 'd', 'd/a', 'd/e', 'd/e/f', 'a/b', 'd/../a', 'd/');
const data = fc.constantFrom('', 'x', 'long text');
type Call = readonly [operation: string, names: number, ...rest: unknown[]];
const call: fc.Arbitrary<readonly [...Call, string, string]> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constant('writeFile'), fc.constant(1), data),
      fc.tuple(fc.constant('writeFile'), fc.constant(1), data, fc.constantFrom({ flag: 'wx' }, { flag: 'a' })),
      fc.tuple(fc.constant('appendFile'), fc.constant(1), data),
      fc.tuple(fc.constantFrom('readFile'), fc.constant(1), fc.constantFrom('utf8', undefined)),
      fc.tuple(fc.constantFrom('mkdir', 'readdir', 'stat', 'access', 'unlink', 'rmdir', 'rm', 'truncate', 'realpath'), fc.constant(1)), // prettier-ignore
      fc.tuple(fc.constant('mkdir'), fc.constant(1), fc.constant({ recursive: true })),
      fc.tuple(fc.constant('rm'), fc.constant(1), fc.constantFrom({ recursive: true }, { force: true }, { recursive: true, force: true })), // prettier-ignore
      fc.tuple(fc.constantFrom('rename', 'rename'), fc.constant(2)),
      fc.tuple(fc.constant('truncate'), fc.constant(1), fc.constantFrom(1, 20)),
      fc.tuple(fc.constant('copyFile'), fc.constant(2)),
      fc.tuple(fc.constant('writeFile'), fc.constant(1), data, fc.constantFrom({ flag: 'r' }, { flag: 'r+' })),
      fc.tuple(fc.constant('readFile'), fc.constant(1), fc.constantFrom({ flag: 'w' }, { flag: 'a' }, { flag: 'a+' })),
    ),
    name,
    name,
  )
  .filter(([given, a]) => !(given[0] === 'mkdir' && given.length > 2 && a.includes('..')))
  .map(([given, a, b]) => [...given, a, b] as unknown as readonly [...Call, string, string]);

it('files in memory behave as those on the disk, in random sequences', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 25 }), async (calls) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-files-'));
      const tree = new FileTree();
      const memory = path.join(tmpdir(), 'fencepost-memory');
      tree.mkdirs(memory);
      try {
        for (const given of calls) {
          const [operation, names, ...rest] = given as unknown as [string, number, ...unknown[]];
          const others = rest.slice(0, -2);
          const pathsIn = (root: string): string[] => rest.slice(-2, names === 1 ? -1 : undefined).map((each) => `${root}/${each as string}`); // prettier-ignore
          const real = Reflect.get(native, operation) as (...given: unknown[]) => Promise<unknown>;
          const expected = await real(...pathsIn(folder), ...others).then(
            (value) => shown(value, folder),
            (error: unknown) => failed(error, folder, operation),
          );
          let found: string;
          try {
            found = shown(atOnce(model[operation]!(tree, ...pathsIn(memory), ...others)), memory);
          } catch (error) {
            found = failed(error, memory, operation);
          }
          // A copy of a folder removes what is at the other path.
          if (found.includes('copyFile of a folder is not supported')) break;
          expect(found, JSON.stringify(given)).toBe(expected);
          seen.add(`${operation} ${/"code":"(\w+)"/.exec(found)?.[1] ?? 'done'}`);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    { endOnFailure: true, numRuns: Number(process.env['FENCEPOST_FILES'] ?? 150), seed: Number(process.env['FENCEPOST_SEED'] ?? 1) }, // prettier-ignore
  );
  expect([...seen]).toEqual(expect.arrayContaining(['rename ENOTEMPTY', 'rm ERR_FS_EISDIR', 'writeFile EEXIST', 'mkdir ENOTDIR'])); // prettier-ignore
});

const METHODS = {
  readFile: ['utf8'],
  writeFile: ['n'],
  appendFile: ['n'],
  write: ['n'],
  truncate: [1],
} as const;

describe('a file that is open', () => {
  it.each(['r', 'r+', 'w', 'w+', 'a', 'a+'])('for %s is as on the disk', async (flags) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-files-'));
    const at = path.join(folder, 'f');
    try {
      for (const [method, given] of Object.entries(METHODS)) {
        await native.writeFile(at, 'old');
        const handle = await native.open(at, flags);
        const call = Reflect.get(handle, method) as (...given: unknown[]) => Promise<unknown>;
        const expected = await call.apply(handle, [...given]).then(
          (value) => JSON.stringify(value),
          (error: unknown) => failed(error, folder, method),
        );
        await handle.close();

        const tree = new FileTree();
        tree.give(at, Buffer.from('old'));
        const opened = atOnce(model['open']!(tree, at, flags));
        let found: string;
        try {
          found = JSON.stringify(atOnce((methods as unknown as typeof model)[method]!(tree, opened, ...given)));
        } catch (error) {
          found = failed(error, folder, method);
        }
        expect(found, method).toBe(expected);
        const content = atOnce(model['readFile']!(tree, at, 'utf8'));
        expect(content, method).toBe(await native.readFile(at, 'utf8'));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('an empty path leads nowhere; a file that is copied onto itself stays', async () => {
  const at = path.join(tmpdir(), 'fencepost-memory', 'f');
  const tree = new FileTree();
  tree.give(at, Buffer.from('old'));
  const calls: readonly (readonly [string, ...unknown[]])[] = [
    ...[
      'access',
      'readdir',
      'stat',
      'lstat',
      'open',
      'readFile',
      'mkdir',
      'unlink',
      'rmdir',
      'realpath',
      'truncate',
    ].map((each) => [each, ''] as const),
    ['mkdir', '', { recursive: true }],
    ['rename', '', at],
    ['rename', at, ''],
    ['copyFile', '', at],
    ['rm', '', { force: true }],
  ];
  for (const [operation, ...given] of calls) {
    const real = Reflect.get(native, operation) as (...given: unknown[]) => Promise<unknown>;
    const expected = await real(...given).then(String, (error: unknown) => failed(error, '', operation));
    let found: string;
    try {
      found = String(atOnce(model[operation]!(tree, ...given)));
    } catch (error) {
      found = failed(error, '', operation);
    }
    // The disk does not have the file.
    if (operation !== 'rename' || given[0] === '') expect(found, operation).toBe(expected);
    else expect(found).toContain('"code":"ENOENT"');
  }
  atOnce(model['copyFile']!(tree, at, `${path.dirname(at)}/./f`));
  expect(atOnce(model['readFile']!(tree, at, 'utf8'))).toBe('old');
});

const TOP = "import fs from 'node:fs'; import { readFile, writeFile, mkdir, rename, open, appendFile, unlink, readdir, stat } from 'node:fs/promises'; import { promisify } from 'node:util';"; // prettier-ignore

describe('tasks use files in memory:', () => {
  const logs = async (...parts: readonly string[]): Promise<readonly string[]> => {
    const body = ['const log: unknown[] = [];', ...parts, 't.after(() => { throw new Error(log.join(" ")); });'].join(
      '\n',
    );
    const reduced = await outcomesIn(body, true, TOP);
    expect((await outcomesIn(body, false, TOP)).outcomes).toEqual(reduced.outcomes);
    return reduced.outcomes;
  };

  it('a reader sees the old text, an empty file, or the new text', async () => {
    const found = await logs(
      "t.files({ 'x/a.json': 'old' });",
      "t.task('A', async () => { await writeFile('x/a.json', 'new'); });",
      "t.task('B', async () => { log.push(JSON.stringify(await readFile('x/a.json', 'utf8'))); });",
    );
    expect(found).toEqual(['""', '"new"', '"old"']);
  });

  it('a file that is renamed is whole', async () => {
    const found = await logs(
      "t.files({ 'x/a.json': 'old' });",
      "t.task('A', async () => { await writeFile('x/tmp', 'new'); await rename('x/tmp', 'x/a.json'); });",
      "t.task('B', async () => { log.push(await readFile('x/a.json', 'utf8')); });",
    );
    expect(found).toEqual(['new', 'old']);
  });

  it('both of two tasks that append are kept; of two that read and write, one may be lost', async () => {
    const two = (body: string): string => `for (const i of [1, 2]) t.task('T' + i, async () => { ${body} });`;
    const end = "t.after(() => log.push(fs.readFileSync('x/a', 'utf8')));";
    expect(await logs("t.files({ 'x/a': '' });", two("await appendFile('x/a', String(i));"), end)).toEqual([
      '12',
      '21',
    ]);
    const lost = two("const n = await readFile('x/a', 'utf8'); await writeFile('x/a', n + i);");
    const body = ['const log: unknown[] = [];', "t.files({ 'x/a': '0' });", lost, end, 't.after(() => { throw new Error(log.join(" ")); });']; // prettier-ignore
    const { outcomes } = await outcomesIn(body.join('\n'), true, TOP);
    expect(outcomes).toEqual(expect.arrayContaining(['01', '02', '012', '021']));
  });

  it('one of two that create a lock file succeeds', async () => {
    const body = "for (const i of [1, 2]) t.task('T' + i, async () => { try { const h = await open('x/lock', 'wx'); await h.writeFile(String(i)); await h.close(); log.push(i); } catch (e) { log.push(e.code); } });"; // prettier-ignore
    expect(await logs("t.files({ 'x/a': '0' });", body)).toEqual(['1 EEXIST', '2 EEXIST', 'EEXIST 1', 'EEXIST 2']);
  });

  it('without files that are given, with callbacks, and with promisify', async () => {
    const found = await logs(
      "t.task('A', async () => { await mkdir('/tmp/fencepost-none/x', { recursive: true }); await new Promise((done) => fs.writeFile('/tmp/fencepost-none/x/a', 'b', done)); log.push(await promisify(fs.readFile)('/tmp/fencepost-none/x/a', 'utf8'), fs.existsSync('/tmp/fencepost-none/x/b'), await readdir('/tmp/fencepost-none/x'), (await stat('/tmp/fencepost-none/x/a')).size); });", // prettier-ignore
    );
    expect(found).toEqual(['b false a 1']);
    expect(existsSync('/tmp/fencepost-none')).toBe(false);
  });

  it('requests may fail', async () => {
    const found = await logs(
      "t.files({ 'x/a': '0' }, { rejects: true });",
      "t.task('A', async () => { try { log.push(await readFile('x/a', 'utf8')); } catch (e) { log.push(e.code); } });",
    );
    expect(found).toEqual(['0', 'EIO']);
  });

  it('those that share no file have one order', async () => {
    const body = "for (const i of ['a', 'b', 'c']) t.task(i, async () => { await writeFile('x/' + i, i); await readFile('x/' + i); });"; // prettier-ignore
    const program = await programOf(`t.files({ 'x/a': '', 'x/b': '', 'x/c': '' }); ${body}`, {}, TOP);
    expect(explore(program)).toMatchObject({ executions: 1, failures: [] });
  });

  it.each([
    ['a file of the disk', "await readFile('package.json');", 't.files'],
    ['a folder of the disk', "await readdir('.');", 't.files'],
    ['other functions', "await fs.promises.chmod('x', 1);", 'stand-in'],
    [
      'streams',
      "t.files; await mkdir('/tmp/fencepost-none'); fs.createReadStream('/tmp/fencepost-none/x');",
      't.outside',
    ],
    ['a signal', "await readFile('x/a', { signal: AbortSignal.abort() });", 't.outside'],
  ])('%s are refused', async (_, step, hint) => {
    await expect(failuresOf(`t.task('A', async () => { ${step} });`, 'sc', TOP)).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      hint: expect.stringContaining(hint) as string,
    });
  });

  it('threads do not', async () => {
    const body = "t.thread('A', async () => { await writeFile('/tmp/fencepost-none', ''); }); t.thread('B', () => {});";
    await expect(failuresOf(body, 'sc', TOP)).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});

it('descriptors of open files are the same in every execution', async () => {
  const { outcomes } = await outcomesIn(
    `const log: number[] = [];
    const opens = async (): Promise<void> => { const file = await open('/none/a', 'w'); log.push(file.fd); };
    t.files({ '/none/a': '' }); t.task('one', opens); t.task('two', opens);
    t.after(() => { throw new Error(log.toSorted().join()); });`,
    false,
    "import { open } from 'node:fs/promises';",
  );
  expect(outcomes).toEqual(['101,102']);
});
