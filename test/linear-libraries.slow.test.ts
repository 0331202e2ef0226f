import { describe, expect, it } from 'vitest';
import { linearFound } from '../benchmarks/libraries/linear-run.js';
import { LINEAR_LIBRARIES } from '../benchmarks/libraries/linear-structures.js';
import { folderOf } from '../benchmarks/libraries/run.js';
import { canCompile } from '@fencepost/testing/compiled';

// Two of `npm run bench -- linear-libraries`, of a library that is installed (.ci/libraries).
const QUICK = ['fifo for two threads', 'ring for two threads, of 1'];

describe.each(
  LINEAR_LIBRARIES.filter(({ package: name, structure }) => name === 'libck-dev' && QUICK.includes(structure)),
)('$structure of $package', { timeout: 300_000 }, (library) => {
  const canCheck = canCompile && folderOf(library) !== undefined;

  it.skipIf(!canCheck)('has the verdicts that the docs say', async () => {
    const { checks } = await linearFound(library, 200);
    expect(checks.map(({ verdict }) => verdict)).toEqual(library.expected);
  });
});
