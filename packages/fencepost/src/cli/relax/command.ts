import { modelNames } from '@fencepost/core';
import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { modelList } from '../../options/kinds.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { isRelaxed, relaxedModel } from '../../options/models.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { someModels } from '../../options/words.js';
import { command } from '../command.js';
import { REPAIRS } from '../fix/options.js';
import { RELAX_OPTIONS } from '../fix/relax-options.js';

/** The command `fencepost relax`. */
export const RELAX = command({
  name: 'relax',
  summary: ['FILE', 'find orders and fences that can be weakened'],
  takesFlags: true,
  groups: {
    search: takenOf('Options', SEARCH, {
      models: {
        kind: modelList(relaxedModel, () => modelNames(isRelaxed)),
        inConfig: false,
        help: () => `${someModels(modelNames(isRelaxed))} (default: those that check uses)`,
      },
      maxDepth: { help: 'as given to check' },
    }),
    relax: taken('Options', RELAX_OPTIONS),
    repairs: taken('Options', REPAIRS, {
      goal: { help: 'safe (default): no failure; robust: also no SC violation' },
    }),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    run: taken('Options', RUN, { resume: { help: "resume a stopped run; 'last': the newest of this folder" } }),
    limits: takenOf('Options', LIMITS, { maxTime: {} }),
    output: takenOf('Options', OUTPUT, { progress: {}, colour: {} }),
  },
  help: (options) => `Usage: fencepost relax FILE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Finds the cheapest orders of atomic operations and fences that keep a C or C++
program safe: its checks pass, its waits end and, under rc11, it has no data
race. For each remaining order, shows what a weaker one would break. Prints the
change as a diff; it was compiled and checked. The result holds for this program
only: a test that makes fewer calls may need fewer orders.

${options}

Exit codes: 0 nothing can be weakened, or it was (--write); 1 something can be
weakened, or the program already fails; 2 the command line or an input is wrong;
3 undecided; 4 a bug in fencepost.

Examples:
  fencepost relax queue.c --model rc11
  fencepost relax lock.c --from seq_cst --write -- -DTHREADS=3
`,
  run: async (asked, io) => (await import('../fix/relax-command.js')).relaxCommand(asked, io),
});
