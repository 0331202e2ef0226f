import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestingReport } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from '@fencepost/testing/built';
import { fencepost, root, signalledBy } from '@fencepost/testing/built';
import { endlessCompiler } from './endless-compiler.js';
import { canCompile, corpus } from '@fencepost/testing/compiled';

const fixtures = 'packages/fencepost/test/fixtures';
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(root, 'packages/fencepost'), join(folder, 'node_modules/fencepost'));
afterAll(() => rmSync(folder, { recursive: true }));

function test(args: readonly string[]): Promise<Ended> {
  return fencepost(['test', ...args]);
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Ten executions are like others; then, `then`. */
const program = (name: string, then: string): string => `
import fs from 'node:fs';
import { load, program, store } from 'fencepost';
let runs = 0;
export default program('${name}', (p) => {
  const [x, y] = [p.variable('x'), p.variable('y')];
  const thread = (mine, other) => function* () {
    yield store(mine, 1);
    yield load(other);
  };
  p.thread('left', thread(x, y));
  p.thread('right', thread(y, x));
  p.after(() => {
    if (++runs > 10) ${then}
  });
});
`;
const SIGN = join(folder, 'sign');
/** Says so first. */
const FOREVER = `{ fs.writeFileSync(${JSON.stringify(SIGN)}, ''); for (;;); }`;
const HANGS = write('hangs.mjs', program('hangs', FOREVER));
const HANGS_AT_ONCE = write('hangs-at-once.mjs', program('hangs at once', FOREVER).replace('> 10', '> 0'));
const SHORT = write('short.mjs', program('short', 'return;'));
const EXITS = write('exits.mjs', program('exits', 'process.exit(0);'));
const NEVER_LOADED = write('never-loaded.mjs', `import fs from 'node:fs';\n${FOREVER}\n`);

describe('fencepost test', { timeout: 240_000 }, () => {
  const programs = ['store-buffering', 'several', 'message-passing', 'many-cycles', 'lost-update'];
  const subjects: [string, string[]][] = [
    ['programs of modules', programs.map((name) => `${fixtures}/${name}.mjs`)],
    ['checks in TypeScript', ['examples/typescript/ring.check.ts', 'examples/typescript/message.check.ts']],
    ...(canCompile
      ? [['C', [join(corpus, 'peers/lastzero.c'), join(corpus, 'papers/dcl_singleton.c')]] as [string, string[]]]
      : []),
  ];

  it.each(subjects)('finds the same with one thread, two and three: %s', async (_, files) => {
    for (const format of ['text', 'json']) {
      const args = [...files, '--max-executions', '100', '--max-time', '1h', '--format', format];
      const ended: Ended[] = [];
      for (const jobs of [1, 2, 3]) ended.push(await test([...args, '--jobs', String(jobs)]));
      const [one, two, three] = ended.map(({ out, ...rest }) => ({
        ...rest,
        out: out.replace(/\d+\.\d\d s,/g, 'T s,').replace(/"seconds": [\d.e-]+/g, '"seconds": T'),
      }));
      expect(one!.err).toBe('');
      expect(one!.out.length).toBeGreaterThan(200);
      expect(two).toEqual(one);
      expect(three).toEqual(one);
    }
  });

  it.each([1, 2])('ends a program that hangs, reports its progress, and tests the others: %i', async (jobs) => {
    const args = [HANGS, `${fixtures}/store-buffering.mjs`, '--model', 'tso', '--format', 'json'];
    const { code, out, err } = await test([...args, '--max-time', '8s', '--jobs', String(jobs)]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const [hanging, other] = (JSON.parse(out) as TestingReport).tests;
    expect(hanging).toMatchObject({ program: 'hangs', stoppedBy: 'time', failures: [] });
    expect(hanging!.executions).toBeGreaterThan(0);
    expect(hanging!.notes).toEqual([expect.stringMatching(/^it was ended in the middle of an execution: /)]);
    expect(other).toMatchObject({ program: 'store buffering', harmful: 1 });
  });

  it('has no result if it is interrupted before the first execution is over', async () => {
    const args = ['test', HANGS_AT_ONCE, '--max-time', '1h', '--jobs', '1', '--model', 'tso'];
    const { code, out, err } = await fencepost(args, {}, signalledBy(SIGN, 'SIGINT'));
    expect({ code, err }).toEqual({ code: 130, err: '' });
    expect(out).toContain('before the first execution ended');
  });

  it('has no result about programs that were not tested', async () => {
    const { code, out } = await test([HANGS_AT_ONCE, SHORT, '--allow-relaxed', '--max-time', '10s', '--model', 'tso']);
    expect(code).toBe(3);
    expect(out).toMatch(/nothing found in 0 executions.* [1-9]\d* executions/s);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at once while it loads: %s', async (signal, expected) => {
    const { code, out, err } = await fencepost(['test', NEVER_LOADED], {}, signalledBy(SIGN, signal));
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toBe(`fencepost: interrupted while ${NEVER_LOADED} was being loaded\n`);
  });

  it.skipIf(!canCompile || process.platform === 'win32')('ends a compiler, and its child processes', async () => {
    const { environment, isRunning } = endlessCompiler(folder);
    const args = ['test', 'packages/fencepost/test/fixtures/hanging/loop.c', '--max-time', '3'];
    const { code, err } = await fencepost(args, { env: environment });
    expect(err).toMatch(/loop\.c was not loaded within 3 s \[TIME_LIMIT\]/);
    expect(code).toBe(3);
    expect(await isRunning()).toBe(false);
  });

  it('ends programs that take too much memory, and tests the others', async () => {
    const memory = `${fixtures}/hanging/memory-arrays.check.mjs`;
    const args = [memory, `${fixtures}/store-buffering.mjs`, '--model', 'tso', '--format', 'json', '--jobs', '1'];
    const { code, out, err } = await test([...args, '--max-memory', '400m', '--max-time', '60s']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const [first, second] = (JSON.parse(out) as TestingReport).tests;
    expect(first).toMatchObject({ stoppedBy: 'memory', notes: [expect.stringContaining('--max-memory')] });
    expect(second).toMatchObject({ program: 'store buffering', harmful: 1 });
  });

  it('ends a program that hangs when it is interrupted', async () => {
    const args = ['test', HANGS, '--max-time', '1h', '--jobs', '1'];
    const { code, out, err } = await fencepost(args, {}, signalledBy(SIGN, 'SIGINT'));
    expect({ code, err }).toEqual({ code: 3, err: 'fencepost: interrupted before 1 more test began\n' });
    expect(out).toContain('in the middle of an execution');
  });

  it('gives up a file that is not loaded in time, and refuses a program that ends the process', async () => {
    const never = await test([NEVER_LOADED, '--max-time', '3s']);
    expect(never).toMatchObject({ code: 3, out: '' });
    expect(never.err).toContain(`${NEVER_LOADED} was not loaded within 3 s [TIME_LIMIT]`);
    const exits = await test([EXITS]);
    expect(exits.code).toBe(2);
    expect(exits.err).toContain(`${EXITS}: exits ends the process that checks it [CODE_ENDED]`);
  });
});
