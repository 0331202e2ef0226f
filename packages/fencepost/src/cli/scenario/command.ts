import { asGivenToCheck, taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { SCENARIO_OPTIONS } from './options.js';

/** `fencepost scenario`. */
export const SCENARIO = command({
  name: 'scenario',
  summary: ['FILE', 'print a scenario of a data structure as a test'],
  takesFlags: true,
  groups: {
    search: takenOf('Options', SEARCH, { models: {}, races: { help: 'as given to check' } }),
    scenario: taken('Options', SCENARIO_OPTIONS),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
    limits: takenOf('Options', LIMITS, { maxTime: {} }),
  },
  help: (options) => `Usage: fencepost scenario FILE --program NAME [OPTION…]
                          [-- COMPILER FLAG OR SOURCE…]

Prints a scenario of a data structure as a test in the language of FILE: a
program with a main (C, C++), or a check (TypeScript). Store it in the folder of
FILE. The test makes the calls, and accepts every result that some sequential
order of the calls gives. It cannot observe the order of calls in different
threads; if the scenario fails only because of that order, a message says so.

${options}

Exit codes: 0 the test was printed, and fails if the scenario does; 1 it does
not show the failure; 2 the command line or an input is wrong, or no test can be
written; 3 undecided; 4 a bug in fencepost.

Example:
  fencepost scenario ring.c --program 'ring: push(1) | pop()' > ring-test.c
`,
  run: async (asked, io) => (await import('./scenario-command.js')).scenarioCommand(asked, io),
});
