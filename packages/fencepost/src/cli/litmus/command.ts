import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { LITMUS_OPTIONS } from './options.js';

/** The command `fencepost litmus`. */
export const LITMUS = command({
  name: 'litmus',
  summary: ['PATH…', 'list the outcomes of litmus tests that each model allows'],
  groups: {
    litmus: taken('Options', LITMUS_OPTIONS),
  },
  help: async (options) => `Usage: fencepost litmus PATH… [OPTION…]

Explores all executions of litmus tests and reports whether each model allows
their outcome. A PATH is a file, or a folder to search for *.litmus. Tests are
in herd7's format, for X86_64 (AT&T syntax), X86 (Intel syntax), C or AArch64.

${options}

Explorers:
${(await import('./explorer-lines.js')).explorerLines()}

Output: a line for each test and model, such as

  SB  tso  allowed    Sometimes 1 3    4 executions, 0 blocked, 1 not SC

  allowed, forbidden  for 'exists': some or no execution has the outcome
  Ok, No              for '~exists' and 'forall': the condition holds or not
  Sometimes 1 3       herd7's observation: 1 execution has the outcome, 3 do
                      not (also Always and Never)
  4 executions        no two agree on which store each load reads and in which
                      order the stores of each variable reach memory
  0 blocked           executions started and abandoned as redundant
  1 not SC            executions that no interleaving of the threads explains
  data race           the test has undefined behaviour (rc11)

The last line gives the totals or, with --expect, the number of rows that agree.
With --method monitor a line is, for example,

  MP  pso  not robust   3 SC executions, 1 violation: MP:6:19 before MP:5:2

  not robust, robust  the model has executions that no interleaving explains, or
                      has none
  6:19 before 5:2     the load in line 6 can come before the store in line 5
                      although that happens before it

and the last line counts the tests that are not robust.

Exit codes:
  0   the run completed (and agrees with --expect). Litmus tests describe what a
      machine may do: a forbidden outcome or a 'No' is an answer, not a failure
  1   a result differs from --expect, or has no row there
  2   the command line or an input is wrong
  3   not all tests were run: time limit, or Ctrl-C
  4   a bug in fencepost

Examples:
  fencepost litmus SB.litmus
  fencepost litmus tests/ --model tso --format json
  fencepost litmus tests/ --expect tests/expected.tsv
  fencepost litmus tests/ --method monitor
`,
  run: async (asked, io) => (await import('./litmus-command.js')).litmusCommand(asked, io),
});
