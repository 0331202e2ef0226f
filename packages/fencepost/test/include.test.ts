import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-include-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reports once that a package to include is missing', async () => {
  mkdirSync(join(folder, 'node_modules', '@scope', 'there'), { recursive: true });
  mkdirSync(join(folder, 'test'));
  const path = join(folder, 'test', 'two.check.mjs');
  const check = (name: string): string => `check('${name}', { models: ['sc'] }, (t) => t.thread('only', () => 1));\n`;
  writeFileSync(path, `import { check } from 'fencepost';\n${check('one')}${check('two')}`);
  const { code, err } = await fencepost(['check', path, '--include', '@scope/there,mispelt']);
  expect(err).toBe(`${path}: --include mispelt: no node_modules has a package of that name\n`);
  expect(code).toBe(0);
});
