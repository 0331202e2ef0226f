import { describe, expect, it } from 'vitest';
import { disagreements } from '../corpus/agree.js';
import type { Expectation } from '../corpus/expectation.js';
import { corpus } from '../corpus/index.js';
import { differences } from '../corpus/run.js';
import { title } from '../corpus/title.js';
import { canCompile } from '@fencepost/testing/compiled';
import { rotated, rotation } from '@fencepost/testing/rotation';

// The quick part of `npm run corpus -- c`: programs with known verdicts and, where published, known numbers of executions; and
// both explorers on some of them.

/** At most this many of a group, and every this many-th of the trials; `npm run corpus -- c` runs all. */
const MOST = 12;
const TRIALS = 16;
/** Both explorers on every fourth of these. */
const AGREEMENT = 4;
const NIGHTLY = 'trials/programs';

function sampled(group: string, expectations: readonly Expectation[]): readonly Expectation[] {
  const step = group.startsWith('trials/') ? TRIALS : Math.ceil(expectations.length / MOST);
  return rotated(expectations, step);
}

/** Two files of tests call this, so that two cores share the work. */
export function testCorpus(isMine: (group: string) => boolean): void {
  const groups = corpus.filter(({ group }) => isMine(group) && group !== NIGHTLY);
  describe.skipIf(!canCompile)('every program of the corpus is as expected', { timeout: 300_000 }, () => {
    it.each(groups)('$group', async ({ group, expectations }) => {
      const quick = sampled(
        group,
        expectations.filter(({ slow }) => slow !== true),
      );
      expect(quick.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const [i, expectation] of quick.entries()) {
        const lines = await differences(group, expectation);
        if ((i + rotation) % AGREEMENT === 0 && !group.startsWith('trials/'))
          lines.push(...(await disagreements(group, expectation)));
        wrong.push(...lines.map((line) => `${title(group, expectation)}: ${line}`));
      }
      expect(wrong).toEqual([]);
    });
  });
}
