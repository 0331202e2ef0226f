import { describe, expect, it } from 'vitest';
import { HARNESSES } from '../benchmarks/libraries/harnesses.js';
import { folderOf, verdictsOf } from '../benchmarks/libraries/run.js';
import { canCompile } from '@fencepost/testing/compiled';

// Three of `npm run bench -- libraries`: a lock and two stacks of libraries that are installed (.ci/libraries).
const QUICK = ['fas lock', 'MPMC stack', 'lfstack'];

describe.each(HARNESSES.filter(({ structure }) => QUICK.includes(structure)))(
  'the installed library with $header',
  { timeout: 300_000 },
  (harness) => {
    const folder = canCompile ? folderOf(harness) : undefined;

    it.skipIf(folder === undefined)(`gives the known verdicts for its ${harness.structure}`, async () => {
      const checks = await verdictsOf(harness, folder!, 200);
      expect(checks.map(({ verdict }) => verdict)).toEqual(harness.expected);
    });
  },
);
