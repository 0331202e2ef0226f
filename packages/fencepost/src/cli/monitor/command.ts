import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { MONITOR_OPTIONS } from './options.js';

/** `fencepost monitor`. */
export const MONITOR = command({
  name: 'monitor',
  summary: ['FILE…', 'look for SC violations near recorded executions'],
  groups: {
    monitor: taken('Options', MONITOR_OPTIONS),
  },
  help: (options) => `Usage: fencepost monitor FILE… [OPTION…]

Examines recorded executions and reports which operations could have been the
first to violate SC on a machine with store buffers, and the data races of the
execution. A FILE is a recording of 'fencepost record', or one in JSON:
operations in the order they happened under SC, see docs/use/monitor.md.
Nothing found is no proof: it means that no operation of this execution could
have been the first at its turn. Other executions of the same program, even of
the same operations, may violate SC.

${options}

Exit codes: 0 no data race; 1 a data race; 2 the command line or an input is
wrong; 3 no data race, but the time was up; 4 a bug in fencepost. --fail-on says
what else ends with 1. What code without hooks may explain never does.

Example:
  fencepost monitor run.json --model tso
`,
  run: async (asked, io) => (await import('./monitor-command.js')).monitorCommand(asked, io),
});
