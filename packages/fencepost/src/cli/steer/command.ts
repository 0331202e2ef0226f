import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { STEER_OPTIONS } from './options.js';

/** `fencepost steer`. */
export const STEER = command({
  name: 'steer',
  summary: ['-- …', 'run a native program with store buffers: can it fail?'],
  takesFlags: true,
  groups: {
    steer: taken('Options', STEER_OPTIONS),
  },
  help: (options) => `Usage: fencepost steer [RECORDING…] [OPTION…] -- PROGRAM [ARGUMENT…]

Runs a program that was built with 'fencepost record' again and again, while its
stores reach memory as late as TSO or PSO allows, until it fails: a failed
assertion, a crash, an exit code other than 0, a loop that waits for ever. The
command that repeats the failing run is printed. With recordings of the program,
each run tries one of the pairs that 'fencepost monitor' finds there; without,
all is left to chance. docs/use/steer.md says more.

${options}

Exit codes: 0 no run has failed; 1 one has; 2 the command line is wrong, or the
program fails without store buffers, too; 3 none has failed, but some took too
long; 4 a bug in fencepost.

Examples:
  fencepost steer -- ./program
  fencepost steer run.fpr --model pso --runs 1000 -- ./program 8
`,
  run: async (asked, io) => (await import('./steer-command.js')).steerCommand(asked, io),
});
