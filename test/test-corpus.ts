import { describe, expect, it } from 'vitest';
import { disagreements } from '../corpus/agree.js';
import type { Expectation } from '../corpus/expectation.js';
import { corpus } from '../corpus/index.js';
import { differences } from '../corpus/run.js';
import { title } from '../corpus/title.js';
import { canCompile } from '../packages/c/test/program/compiled.js';

// The quick part of `npm run corpus`: programs with known verdicts and, where published, known numbers of executions; and
// both explorers on some of them.

/**
 * Of a larger group, every second to sixth: compiling takes most of the time. Of trials, fewer; their programs, and
 * the whole, are for `npm run corpus`.
 */
const MOST = 16;
const TRIALS = 12;
/** Both explorers on every fourth of these. */
const AGREEMENT = 4;
const NIGHTLY = 'trials/programs';

function sampled(group: string, expectations: readonly Expectation[]): readonly Expectation[] {
  const step = group.startsWith('trials/') ? TRIALS : Math.ceil(expectations.length / MOST);
  return expectations.filter((_, i) => i % step === 0);
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
        if (i % AGREEMENT === 0 && !group.startsWith('trials/'))
          lines.push(...(await disagreements(group, expectation)));
        wrong.push(...lines.map((line) => `${title(group, expectation)}: ${line}`));
      }
      expect(wrong).toEqual([]);
    });
  });
}
