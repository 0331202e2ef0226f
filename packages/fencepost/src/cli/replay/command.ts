import { asGivenToCheck, taken } from '../../options/command-line.js';
import { LOAD } from '../../options/load.js';
import { command } from '../command.js';
import { REPLAY_OPTIONS } from './options.js';

/** The command `fencepost replay`. */
export const REPLAY = command({
  name: 'replay',
  summary: ['FILE', 'show a reported execution step by step'],
  takesFlags: true,
  groups: {
    replay: taken('Options', REPLAY_OPTIONS),
    load: taken('Options', asGivenToCheck(LOAD), { testCases: false }),
  },
  help: (options) => `Usage: fencepost replay FILE SCHEDULE [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Runs a program along a schedule printed by 'fencepost check' and shows the
execution: a column for each thread, with lines, values and buffers.

${options}

In a schedule, 2 is a step of thread 2, 2x3 is three of its steps, and 2c is one
of its stores reaching memory. 1-1 and 1-2 are the first threads that thread 1
starts. The characters after ~ are a checksum that detects a changed program.

Exit codes: 0 no failure; 1 a failure; 2 the command line or an input is wrong,
or the schedule belongs to another program; 4 a bug in fencepost.

Example:
  fencepost replay queue.c fp1:1.1-1x2.1-1c1.1x2 --model pso -- -DSIZE=2
`,
  run: async (asked, io) => (await import('./replay-command.js')).replayCommand(asked, io),
});
