import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { REVIEW_OPTIONS } from './options.js';

/** The command `fencepost review`. */
export const REVIEW = command({
  name: 'review',
  summary: ['[PATH…]', 'find changed concurrent code, and run the checks that cover it'],
  takesFlags: true,
  groups: {
    review: taken('Options', REVIEW_OPTIONS),
    search: takenOf('Options', SEARCH, { models: {}, allowRelaxed: {}, maxDepth: { help: 'as given to check' } }),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    run: takenOf('Options', RUN, { config: {}, noConfig: {} }),
    limits: taken('Options', LIMITS),
    output: takenOf('Options', OUTPUT, { repair: {} }),
  },
  help: (options) => `Usage: fencepost review [PATH…] [OPTION…] [-- COMPILER FLAG…]

Compares the working tree with a commit, lists the functions whose atomics,
fences, locks or shared accesses changed, and the checks that reach them, by
imports and includes. Runs these checks. A PATH is a check, or a folder to
search; default: this folder. What is concurrent is recognised by its text.

${options}

Exit codes: as for check; 3 also if no check covers some changed function.

Examples:
  fencepost review --diff main
  fencepost review tests --diff HEAD~3
`,
  run: async (asked, io) => (await import('./review-command.js')).reviewCommand(asked, io),
});
