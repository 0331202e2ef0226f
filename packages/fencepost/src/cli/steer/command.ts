import { documentation } from '@fencepost/core';
import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { STEER_OPTIONS } from './options.js';

/** The command `fencepost steer`. */
export const STEER = command({
  name: 'steer',
  summary: ['-- …', 'run a native program on weak memory until it fails'],
  takesFlags: true,
  groups: {
    steer: taken('Options', STEER_OPTIONS),
  },
  help: (options) => `Usage: fencepost steer [RECORDING…] [OPTION…] -- PROGRAM [ARGUMENT…]

Runs a program that was built with 'fencepost record' repeatedly, delaying its
stores as long as TSO (x86) or PSO allows, or letting its atomic loads find old
values that RC11 (C11) allows, until it fails: a failed assertion, a crash, an
exit code other than 0, or an endless wait. Prints the command that repeats the
failing run. With recordings of the program, runs try to reorder the pairs of
operations that 'fencepost monitor' finds in them; without, all is random.

${documentation('use/steer')}

${options}

Exit codes: 0 no run failed; 1 a run failed; 2 the command line is wrong, or the
program also fails without store buffers; 3 no run failed, but some exceeded the
time limit; 4 a bug in fencepost.

Examples:
  fencepost steer -- ./program
  fencepost steer run.fpr --model pso --runs 1000 -- ./program 8
`,
  run: async (asked, io) => (await import('./steer-command.js')).steerCommand(asked, io),
});
