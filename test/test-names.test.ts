import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.js';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const tests = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(packages\/[^/]+\/)?test\//.test(file) && !file.includes('/fixtures/'));

/** What these helpers do takes seconds, or needs a build. */
const SLOW_HELPERS = /'@fencepost\/testing\/(built|browser|linear-checks|npm-packages|postgres)'/;

test('quick tests neither need a build nor install anything', () => {
  const quick = tests.filter((file) => !/\.(slow|long)\.test\.ts$/.test(file));
  expect(quick.length).toBeGreaterThan(200);
  const wrong = quick.filter((file) => file !== 'test/test-names.test.ts' && SLOW_HELPERS.test(read(file)));
  expect(wrong).toEqual([]);
});

test('every suffix in a name is known', () => {
  const endings = tests.map((file) => /[^/]*?((?:\.[a-z]+)?\.test\.ts)$/.exec(file)![1]!);
  expect([...new Set(endings)].sort()).toEqual(['.long.test.ts', '.slow.test.ts', '.test.ts']);
});

test('CI runs every project', () => {
  const { projects = [] } = (config as { readonly test: { readonly projects?: readonly unknown[] } }).test;
  const names = projects.map((project) => (project as { readonly test: { readonly name: string } }).test.name);
  const jobs = read('.github/workflows/ci.yml');
  const scripts = read('package.json');
  expect(names.length).toBeGreaterThan(4);
  const missing = names.filter(
    (name) => !jobs.includes(`--project ${name}`) && !(name.startsWith('quick') && jobs.includes('npm run test:quick')),
  );
  expect(missing).toEqual([]);
  expect(scripts).toContain('vitest run --project \\"quick*\\"');
});
