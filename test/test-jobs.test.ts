import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestingReport } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import type { Ended } from './built.js';
import { fencepost, interruptedAfter, root } from './built.js';
import { canCompile, corpus } from '../packages/c/test/program/compiled.js';

const fixtures = 'packages/fencepost/test/fixtures';
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(root, 'packages/fencepost'), join(folder, 'node_modules/fencepost'));
afterAll(() => rmSync(folder, { recursive: true }));

/** It is interrupted after so many milliseconds. */
function test(args: readonly string[], after?: number): Promise<Ended> {
  return fencepost(['test', ...args], {}, interruptedAfter(after));
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Ten executions are like others; then, `then`. */
const program = (name: string, then: string): string => `
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
const HANGS = write('hangs.mjs', program('hangs', 'for (;;);'));
const EXITS = write('exits.mjs', program('exits', 'process.exit(0);'));
const NEVER_LOADED = write('never-loaded.mjs', 'for (;;);\n');

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

  it.each([1, 2])('ends a program that hangs, tells how far it was, and tests the others: %i', async (jobs) => {
    const args = [HANGS, `${fixtures}/store-buffering.mjs`, '--model', 'tso', '--format', 'json'];
    const { code, out, err } = await test([...args, '--max-time', '8s', '--jobs', String(jobs)]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const [hanging, other] = (JSON.parse(out) as TestingReport).tests;
    expect(hanging).toMatchObject({ program: 'hangs', stoppedBy: 'time', failures: [] });
    expect(hanging!.executions).toBeGreaterThan(0);
    expect(hanging!.notes).toEqual([expect.stringMatching(/^it was ended in the middle of an execution: /)]);
    expect(other).toMatchObject({ program: 'store buffering', harmful: 1 });
  });

  it('ends a program that hangs when it is interrupted', async () => {
    const { code, out, err } = await test([HANGS, '--max-time', '1h', '--jobs', '1'], 5000);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('in the middle of an execution');
  });

  it('refuses a file that is not loaded in time, and a program that ends the process', async () => {
    const never = await test([NEVER_LOADED, '--max-time', '3s']);
    expect(never).toMatchObject({ code: 2, out: '' });
    expect(never.err).toContain(`${NEVER_LOADED} was not loaded when the time was over [USAGE]`);
    const exits = await test([EXITS]);
    expect(exits.code).toBe(2);
    expect(exits.err).toContain(`${EXITS}: exits ends the process that checks it [CODE_ENDED]`);
  });
});
