import { describe, expect, it } from 'vitest';
import { disagreements } from '../corpus/agree.js';
import type { Expectation } from '../corpus/expectation.js';
import { corpus } from '../corpus/index.js';
import { differences } from '../corpus/run.js';
import { title } from '../corpus/title.js';
import { canCompile } from '../packages/c/test/program/compiled.js';

// The quick part of `npm run corpus`: programs with known verdicts and, where published, known numbers of executions; and
// both explorers on each of them.

/** Of a larger group, every second: compiling takes most of the time. */
const LARGE_GROUP = 100;

function sampled(expectations: readonly Expectation[]): readonly Expectation[] {
  return expectations.length > LARGE_GROUP ? expectations.filter((_, i) => i % 2 === 0) : expectations;
}

/** Two files of tests call this, so that two cores share the work. */
export function testCorpus(isMine: (group: string) => boolean): void {
  const groups = corpus.filter(({ group }) => isMine(group));
  describe.skipIf(!canCompile)('every program of the corpus is as expected', { timeout: 300_000 }, () => {
    it.each(groups)('$group', async ({ group, expectations }) => {
      const quick = sampled(expectations.filter(({ slow }) => slow !== true));
      expect(quick.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const expectation of quick) {
        const lines = [...(await differences(group, expectation)), ...(await disagreements(group, expectation))];
        wrong.push(...lines.map((line) => `${title(group, expectation)}: ${line}`));
      }
      expect(wrong).toEqual([]);
    });
  });
}
