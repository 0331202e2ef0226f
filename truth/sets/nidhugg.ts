import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, TruthSet } from '../set.js';

/** A line of the results: the test, whether its assertion can fail, and the number of traces under SC. */
const RESULT = /^(\S+) (Allow|Forbid) : (\d+)$/gm;

/** Nidhugg's litmus tests in C, with the number of weak traces (equal reads-from) under SC. */
export const NIDHUGG: TruthSet = {
  name: 'nidhugg',
  what: 'litmus tests in C, generated for POWER and ARM: verdict and number of traces under SC',
  from: 'github.com/nidhugg/nidhugg (tests/litmus)',
  cases: (folder) =>
    [...readFileSync(join(folder, 'reference.results.txt'), 'utf8').matchAll(RESULT)].map(
      ([, name, verdict, traces]): Case => ({
        id: name!,
        expected: `${verdict === 'Allow' ? 'fails' : 'safe'} ${traces}`,
        question: {
          ...{ kind: 'executions', files: [join(folder, 'C-tests', `${name}.c`)], flags: [] },
          ...{ model: 'sc', counts: 'reads-from' },
        },
      }),
    ),
};
