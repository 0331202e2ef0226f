import { FRONT_ENDS } from '../../load/front-ends.js';
import { taken } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { WATCH } from './options.js';
import { paragraph } from '../terminal/option-lines.js';

/** The command `fencepost check`. */
export const CHECK = command({
  name: 'check',
  summary: ['[PATH…]', 'explore every execution: can it fail? is it robust?'],
  takesFlags: true,
  groups: {
    search: taken('Which executions', SEARCH),
    load: taken('What to check', LOAD),
    run: taken('What to check', RUN),
    limits: taken('How far to search', LIMITS),
    output: taken('What to print', OUTPUT, { costs: false }),
    watch: taken('What to print', WATCH),
  },
  help: (options) => `Usage: fencepost check [PATH…] [OPTION…] [-- COMPILER FLAG OR SOURCE…]

${paragraph(`Explores every execution: can it fail, deadlock, violate SC? A PATH is ${filesInWords()}. Data structures: all scenarios.`)}
${paragraph(CHECKS_IN_WORDS)}

${options}

Exit codes: 0 safe and robust; 1 a finding; 2 wrong input; 3 undecided; 4 a bug
Examples:
  fencepost check
  fencepost check queue.c --model x86,arm --open
  fencepost check queue.c -- -DSIZE=2 -Iinclude ring.c
`,
  run: async (asked, io) =>
    asked.values.watch.watch
      ? (await import('./watch-command.js')).watchCommand(asked, io)
      : (await import('./check-command.js')).checkCommand(asked, io),
});

/** Returns the supported languages, for help texts. */
function filesInWords(): string {
  const files = FRONT_ENDS.all().map((frontEnd) => frontEnd.files);
  return `${files.slice(0, -1).join(', ')}, or ${files.at(-1)!}`;
}

/** Which files of a folder are checked. */
const CHECKS_IN_WORDS =
  'In a folder, and without a PATH in this one: files named *.check.ts, *.check.c and the like, and sources with FENCEPOST_LINEARIZABLE of a compile_commands.json.';
