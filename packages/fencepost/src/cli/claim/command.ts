import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { GRAMMAR } from './grammar.js';

/** The command `fencepost claim`. */
export const CLAIM = command({
  name: 'claim',
  summary: ["FILE 'SENTENCE'", 'decide a sentence about a program: yes, no or undecided'],
  takesFlags: true,
  groups: {
    search: takenOf('Options', SEARCH, { models: {}, maxDepth: { help: 'as given to check' } }),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    run: takenOf('Options', RUN, { config: {}, noConfig: {} }),
    limits: taken('Options', LIMITS),
    output: takenOf('Options', OUTPUT, {}),
  },
  help: (options) => `Usage: fencepost claim FILE 'SENTENCE' [OPTION…] [-- COMPILER FLAG…]

Checks a sentence about a program and answers yes, no with an execution that
shows it, or undecided. Sentences about lines, values at the end and functions
are for C, C++ and litmus tests, the others for every language:

${GRAMMAR.map((form) => `  ${form}`).join('\n')}

Each may end with 'under MODEL, …'. Values are those when main has returned. A
line of a header is named queue.h:N.

${options}

Exit codes: 0 yes; 1 no; 2 the command line, the sentence or an input is wrong;
3 undecided; 4 a bug in fencepost.

Examples:
  fencepost claim queue.c 'line 17 can be relaxed'
  fencepost claim test.c 'queue.h:12 can be relaxed'
  fencepost claim stack.c 'push and pop are linearizable'
  fencepost claim SB.litmus '0:rax and 1:rax are never both 0 under tso'
`,
  run: async (asked, io) => (await import('./claim-command.js')).claimCommand(asked, io),
});
