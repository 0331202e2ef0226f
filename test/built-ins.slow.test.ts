import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { afterAll, expect, it } from 'vitest';
import { fencepost, root } from '@fencepost/testing/built';

// Checked code that replaces what our own code relies on by something that does not throw. It must not change a verdict.

const folder = mkdtempSync(join(tmpdir(), 'fencepost-built-ins-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(root, 'packages/fencepost'), join(folder, 'node_modules/fencepost'));
afterAll(() => rmSync(folder, { recursive: true }));

type Place = 'load' | 'thread' | 'after';

/** Store buffering, which fails under TSO. */
const checks = (place: Place, code: string): string => `
import { check } from 'fencepost';
${place === 'load' ? code : ''};
check('both zero', { models: ['sc', 'tso'] }, (t) => {
  const words = new Int32Array(new SharedArrayBuffer(16));
  t.thread('left', () => {
    words[0] = 1;
    ${place === 'thread' ? code : ''};
    words[2] = words[1];
  });
  t.thread('right', () => {
    words[1] = 1;
    words[3] = words[0];
  });
  t.after(() => {
    ${place === 'after' ? code : ''};
    if (words[2] === 0 && words[3] === 0) throw new Error('both are zero');
  });
});
`;

const NEEDED = [
  'Array.prototype.push = () => 0',
  'Array.prototype.some = () => false',
  'Array.prototype[Symbol.iterator] = function* () {}',
  "JSON.stringify = () => '{}'",
  'Map.prototype.get = () => undefined',
  "Object.defineProperty(Map.prototype, 'size', { get: () => 0 })",
  'Set.prototype.has = () => true',
  'Int32Array.prototype.constructor = 0',
  'Object.prototype.maxDepth = 1',
  'delete Array.prototype.filter',
];
/** What is added while a check runs would remain in the executions that follow. */
const ADDED = ['Math.seen = 1', 'Array.prototype.last = 1', 'Object.freeze(Set.prototype)'];
const PLACES: readonly Place[] = ['load', 'thread', 'after'];

function run(command: string, name: string, text: string): ReturnType<typeof fencepost> {
  writeFileSync(join(folder, name), text);
  const limits = command === 'test' ? ['--max-executions', '20', '--model', 'tso'] : [];
  return fencepost([command, name, '--format', 'json', '--max-time', '60', ...limits], { cwd: folder });
}

function verdictsIn(out: string): readonly unknown[] {
  if (out === '') return [];
  const { checks = [], tests = [] } = JSON.parse(out) as { checks?: unknown[]; tests?: unknown[] };
  return [...checks, ...tests];
}

it.each(PLACES)('a built-in that is replaced is an error, and no verdict: %s', { timeout: 600_000 }, async (place) => {
  for (const [i, code] of NEEDED.entries()) {
    const {
      code: exit,
      out,
      err,
    } = await run(i % 3 === 0 ? 'test' : 'check', `${place}-${i}.check.mjs`, checks(place, code));
    expect({ code, exit, verdicts: verdictsIn(out) }).toEqual({ code, exit: 2, verdicts: [] });
    expect(err).toMatch(
      /check\.mjs (?:replaces .* which the checker depends on|adds .* which all executions share) \[BUILT_IN_REPLACED\]/,
    );
  }
});

it(
  'an addition to a built-in is an error, unless a module makes it when it is loaded',
  { timeout: 300_000 },
  async () => {
    for (const [i, code] of ADDED.entries()) {
      const late = await run('check', `added-${i}.check.mjs`, checks('thread', code));
      expect({ code, exit: late.code, verdicts: verdictsIn(late.out) }).toEqual({ code, exit: 2, verdicts: [] });
      expect(late.err).toMatch(/(?:adds|freezes) .*, which all executions share \[BUILT_IN_REPLACED\]/);
      if (code.includes('freeze')) continue;
      const early = await run('check', `loaded-${i}.check.mjs`, checks('load', code));
      expect({ code, exit: early.code, verdicts: verdictsIn(early.out) }).toMatchObject({
        code,
        exit: 1,
        verdicts: [{}, {}],
      });
    }
  },
);

/** What a thread removes is missing in the executions that follow. */
it('the removal of a shared function in a thread is an error', { timeout: 120_000 }, async () => {
  const { code, err } = await run('check', 'removed.check.mjs', checks('thread', 'delete Atomics.sub'));
  expect(code).toBe(2);
  expect(err).toContain('removed.check.mjs removes .sub from Atomics, which all executions share [BUILT_IN_REPLACED]');
});

it.each(['load', 'thread'] as const)(
  'what a file changes concerns no other file of the command: %s',
  { timeout: 300_000 },
  async (place) => {
    const changes = ['Atomics.sub = () => 0', 'Promise.all = undefined', 'Date.prototype.getTime = () => 0'];
    if (place === 'load') changes.push('delete Atomics.sub', 'Array.prototype.last = 1');
    const needs =
      'if (Atomics.sub.length !== 3 || !Promise.all || !new Date(9).getTime() || [].last) throw new Error("changed")';
    writeFileSync(join(folder, 'needs.check.mjs'), checks('load', needs));
    for (const [i, code] of changes.entries()) {
      const name = `changes-${place}-${i}.check.mjs`;
      writeFileSync(join(folder, name), checks(place, code));
      // Before and after it: the first was loaded by the same thread.
      const files = i === 0 ? ['needs.check.mjs', name] : [name, 'needs.check.mjs'];
      const { out, err } = await fencepost(['check', ...files, '--format', 'json'], { cwd: folder });
      expect({ code, err }).toEqual({ code, err: '' });
      const each = [{ verdict: 'safe' }, { verdict: 'failing' }];
      expect({ code, checks: (JSON.parse(out) as Report).checks }).toMatchObject({ code, checks: [...each, ...each] });
    }
  },
);

/** Checked code has its own of these, apart from the first. */
const NOT_NEEDED = [
  'Math.random = () => 0',
  'Atomics.load = () => 0',
  'Promise.prototype.then = function () { return this; }',
];

it.each(PLACES)(
  'built-ins that the check does not rely on can be replaced: %s',
  { timeout: 300_000 },
  async (place) => {
    for (const [i, code] of NOT_NEEDED.entries()) {
      const { out, err } = await run('check', `not-needed-${place}-${i}.check.mjs`, checks(place, code));
      expect(err).toBe('');
      expect((JSON.parse(out) as Report).checks).toMatchObject([{ verdict: 'safe' }, { verdict: 'failing' }]);
    }
  },
);
