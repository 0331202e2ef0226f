import { isJudged, modelNames } from '@fencepost/core';
import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { modelList } from '../../options/kinds.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { relaxedModel } from '../../options/models.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { REPAIRS } from '../fix/options.js';
import { RELAX_OPTIONS } from '../fix/relax-options.js';

/** `fencepost relax`. */
export const RELAX = command({
  name: 'relax',
  summary: ['FILE', 'find orders and fences that can be weaker'],
  takesFlags: true,
  groups: {
    search: takenOf('Options', SEARCH, {
      models: {
        kind: modelList(relaxedModel),
        inConfig: false,
        help: () => `some of ${modelNames(isJudged).join(',')} (default: as check, of these)`,
      },
      maxDepth: { help: 'as given to check' },
    }),
    relax: taken('Options', RELAX_OPTIONS),
    repairs: taken('Options', REPAIRS, {
      goal: { help: 'safe (default): nothing fails; robust: there is no SC violation either' },
    }),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    run: taken('Options', RUN, { resume: { help: "continue what was stopped; 'last': the newest here" } }),
    limits: takenOf('Options', LIMITS, { maxTime: {} }),
    output: takenOf('Options', OUTPUT, { progress: {}, colour: {} }),
  },
  help: (options) => `Usage: fencepost relax FILE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Finds the cheapest orders of atomic operations and fences with which a program
of C or C++ is safe: its checks pass, its waits end and, under rc11, there is no
data race. Says for each order that is left what happens with a weaker one, and
prints the change as a diff. What is printed was compiled and checked. All of
this holds for the program as it is: a test that calls less needs less.

${options}

Exit codes: 0 nothing can be weaker, or it was weakened (--write); 1 something
can be, or the program fails as it is; 2 the command line or an input is wrong;
3 not decided; 4 a bug in fencepost.

Examples:
  fencepost relax queue.c --model rc11
  fencepost relax lock.c --from seq_cst --write -- -DTHREADS=3
`,
  run: async (asked, io) => (await import('../fix/relax-command.js')).relaxCommand(asked, io),
});
