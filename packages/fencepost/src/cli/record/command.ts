import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { RECORD_OPTIONS } from './options.js';

/** `fencepost record`. */
export const RECORD = command({
  name: 'record',
  summary: ['-- …', 'run a program (C, C++, Node) and record it'],
  takesFlags: true,
  groups: {
    record: taken('Options', RECORD_OPTIONS),
  },
  help: (options) => `Usage: fencepost record [OPTION…] -- COMMAND [ARGUMENT…]

Runs a command and records every process of it that was built for it and starts
threads, and every process of Node that starts workers. Threads take turns, so
that the run is sequentially consistent. To build a native program for it, run
its build in the same way: the compilers that it finds then add
-fsanitize=thread and link our runtime, which is C and compiled on this machine.
docs/use/record.md says more.

${options}

Exit codes: that of the command; 2 if the command line is wrong, or the command
cannot be run; 4 a bug in fencepost.

Examples:
  fencepost record -- make
  fencepost record -o run.fpr -- ./program
  fencepost record -o run.fpr -- node program.mjs
`,
  run: async (asked, io) => (await import('./record-command.js')).recordCommand(asked, io),
});
