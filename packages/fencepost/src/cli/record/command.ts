import { documentation } from '@fencepost/core';
import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { RECORD_OPTIONS } from './options.js';

/** The command `fencepost record`. */
export const RECORD = command({
  name: 'record',
  summary: ['-- …', 'run a program (C, C++, Node) and record it'],
  takesFlags: true,
  groups: {
    record: taken('Options', RECORD_OPTIONS),
  },
  help: (options) => `Usage: fencepost record [OPTION…] -- COMMAND [ARGUMENT…]

Runs a command. Records each of its processes that was built for recording and
starts threads, and each Node process that starts workers. Threads take turns,
so that the run is sequentially consistent. To build a native program for
recording, run its build with the same command: compilers on its PATH then add
-fsanitize=thread and link our runtime, which is compiled on this machine.

${documentation('use/record')}

${options}

Exit codes: that of the command; 2 the command line is wrong, or the command
cannot be run; 4 a bug in fencepost.

Examples:
  fencepost record -- make
  fencepost record -o run.fpr -- ./program
  fencepost record -o run.fpr -- node program.mjs
`,
  run: async (asked, io) => (await import('./record-command.js')).recordCommand(asked, io),
});
