import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { REPAIRS } from './options.js';

/** The command `fencepost fix`. */
export const FIX = command({
  name: 'fix',
  summary: ['FILE', 'find the cheapest fences and orders that fix a program'],
  takesFlags: true,
  groups: {
    search: takenOf('Options', SEARCH, { models: {}, maxDepth: { help: 'as given to check' } }),
    repairs: taken('Options', REPAIRS),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    run: taken('Options', RUN, { resume: { help: "resume a stopped run; 'last': the newest of this folder" } }),
    limits: takenOf('Options', LIMITS, { maxTime: {} }),
    output: takenOf('Options', OUTPUT, { costs: {}, progress: {}, colour: {} }),
  },
  help: (options) => `Usage: fencepost fix FILE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Finds the cheapest change that makes a program safe, or robust, under all the
models, and prints it as a diff. The printed change was compiled and checked.
Changes are fences, stronger orders of atomic operations and variables that
become atomic (C and C++), mfence (x86 litmus tests), Atomics.load and
Atomics.store (JavaScript). A full fence costs 4, seq_cst 3, an atomic variable
2 or 3, release, acquire and a store-store fence 1.

${options}

Exit codes: 0 nothing to fix, or fixed (--write); 1 a change is needed, or no
change helps; 2 the command line or an input is wrong; 3 undecided; 4 a bug in
fencepost.

Examples:
  fencepost fix queue.c --model tso
  fencepost fix queue.c --model tso,rc11 --write -- -DSIZE=2
  fencepost fix SB.litmus --model pso
`,
  run: async (asked, io) => (await import('./fix-command.js')).fixCommand(asked, io),
});
