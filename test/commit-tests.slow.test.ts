import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const script = join(root, 'tools', 'scripts', 'commit-tests.js');

function filesWith(environment: NodeJS.ProcessEnv): string[] {
  const env = { ...process.env, FENCEPOST_TESTS: '', ...environment };
  return execFileSync(process.execPath, [script], { encoding: 'utf8', env }).trim().split('\n');
}

const everything = filesWith({ FENCEPOST_TESTS: 'all' });

it('six consecutive commits run every file, and none runs all', () => {
  const runs = [0, 1, 2, 3, 4, 5].map((rotation) => filesWith({ FENCEPOST_ROTATION: `${rotation}` }));
  for (const files of runs) expect(files.length).toBeLessThan(0.6 * everything.length);
  expect([...new Set(runs.flat())].toSorted()).toEqual(everything.toSorted());
});

it('everything is everything', () => {
  const listed = execFileSync('git', ['ls-files', '*.slow.test.ts', '*.long.test.ts'], { cwd: root, encoding: 'utf8' });
  const known = listed
    .trim()
    .split('\n')
    .filter((file) => /^(test|packages\/[^/]+\/test)\//.test(file));
  expect(everything).toEqual(expect.arrayContaining(known));
});
