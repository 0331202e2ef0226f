import { documentation } from '@fencepost/core';
import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { MONITOR_OPTIONS } from './options.js';

/** The command `fencepost monitor`. */
export const MONITOR = command({
  name: 'monitor',
  summary: ['FILE…', 'look for SC violations near recorded executions'],
  groups: {
    monitor: taken('Options', MONITOR_OPTIONS),
  },
  help: (options) => `Usage: fencepost monitor FILE… [OPTION…]

Examines recorded executions. Reports data races, and the operations that could
have been the first to violate SC: on a machine with store buffers, under C11
(--model rc11) or on ARM (--model arm64). A FILE is a recording of 'fencepost
record', or a JSON file with the operations in the order in which they happened
under SC. If nothing is found, no operation could have been the first to violate
SC in this execution. This is no proof: other executions of the program, even of
the same operations, may.

${documentation('use/monitor')}

${options}

Exit codes: 0 no data race; 1 a data race or a predicted deadlock; 2 the command
line or an input is wrong; 3 no data race before the time limit; 4 a bug in
fencepost. --fail-on chooses the findings for exit code 1. Findings that
uninstrumented code may explain do not count.

Example:
  fencepost monitor run.json --model tso
`,
  run: async (asked, io) => (await import('./monitor-command.js')).monitorCommand(asked, io),
});
