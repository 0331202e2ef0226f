import { taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { listed } from '../../options/words.js';
import type { CommandFamily } from '../command.js';
import { command } from '../command.js';
import { listLines } from '../terminal/option-lines.js';
import { TESTED_MODELS, TESTS, TEST_FORMAT } from '../test/options.js';
import { printedFormat } from '../../options/printed-format.js';
import { INIT_OPTIONS, PRUNE_OPTIONS, STATUS_OPTIONS, SUBMIT_OPTIONS, WORK_OPTIONS } from './options.js';
import { plainIo } from './plain-io.js';

/** Options for showing reports. */
const SHOWN = {
  format: { help: (): string => listed(printedFormat.names(), 'text') },
  reports: {},
  colour: {},
};

const INIT = command({
  name: 'cluster init',
  summary: ['', 'make the tables, or bring them up to date'],
  groups: {
    init: taken('Options', INIT_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster init [OPTION…]

Makes the tables in the database, or brings them up to date. --roles also makes
the roles fencepost_submit, fencepost_work and fencepost_read, which nobody can
log in as: make the users of a database members of those that they need.

${options}
`,
  run: async (asked, io) => (await import('./init-command.js')).initCommand(asked, plainIo(io)),
});

const SUBMIT = command({
  name: 'cluster submit',
  summary: ['FILE…', 'have programs checked; prints the id of the run'],
  takesFlags: true,
  groups: {
    search: taken('How far to search', SEARCH, {
      method: false,
      preemptions: false,
      symmetry: false,
      first: { help: 'end with whichever failure is found first' },
    }),
    load: taken('What to check', LOAD, { seed: false, criterion: false }),
    run: taken('What to check', RUN, { resume: false }),
    limits: takenOf('How far to search', LIMITS, {
      jobs: { help: 'with --wait: threads that shorten what was found' },
    }),
    submit: taken('How far to search', SUBMIT_OPTIONS),
    output: takenOf('What to print, with --wait', OUTPUT, SHOWN),
  },
  help: (options) => `Usage: fencepost cluster submit FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Compiles programs, sends them to the database, and prints the id of the run.
Machines that run 'fencepost cluster work' explore them, side by side. Options
mean what they do for 'fencepost check'.

${options}

Exit codes: as of fencepost check with --wait, otherwise 0, or 2 if something is
wrong.
`,
  run: async (asked, io) => (await import('./submit-command.js')).submitCommand(asked, io),
});

const CLUSTER_TEST = command({
  name: 'cluster test',
  summary: ['FILE…', 'have programs tested with many seeds'],
  takesFlags: true,
  groups: {
    search: takenOf('What to test', SEARCH, {
      models: TESTED_MODELS,
      allowRelaxed: {},
      all: { help: 'continue after the first seed that shows a failure' },
      first: { help: 'end with whichever failure is found first' },
    }),
    tests: taken('What to test', TESTS),
    load: taken('What to test', LOAD, { seed: false, criterion: false }),
    run: taken('What to test', RUN, { resume: false }),
    limits: takenOf('How long', LIMITS, {
      maxExecutions: { inConfig: false, help: 'of each program under each model, with each seed' },
    }),
    submit: taken('How long', SUBMIT_OPTIONS),
    output: takenOf('What to print, with --wait', OUTPUT, { format: TEST_FORMAT, colour: {} }),
  },
  help: (options) => `Usage: fencepost cluster test FILE… --seeds RANGE [OPTION…]
                              [-- COMPILER FLAG OR SOURCE…]

Sends programs to the database, and prints the id of the run. Machines that run
'fencepost cluster work' divide the seeds among themselves, and test with each of
them as 'fencepost test' does. The report is that of 'fencepost test' with the
same seeds: it ends with the least that shows a failure, unless --all or --first
is given.

${options}

Exit codes: as of fencepost test with --wait, otherwise 0, or 2 if something is
wrong.
`,
  run: async (asked, io) => (await import('./test-command.js')).clusterTestCommand(asked, io),
});

const WORK = command({
  name: 'cluster work',
  summary: ['', 'explore on this machine for whichever runs are open'],
  groups: {
    work: taken('Options', WORK_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster work [OPTION…]

Explores on this machine for whichever runs are open, the oldest first, until
Ctrl-C. One process per machine is enough: it uses all cores.

${options}

Exit codes: 0 told to end, or no run is open; 2 the command line or the database
is wrong; 3 with --until-idle, if runs are open that it cannot work on; 4 a bug
in fencepost.
`,
  run: async (asked, io) => (await import('./work-command.js')).workCommand(asked, plainIo(io)),
});

const STATUS = command({
  name: 'cluster status',
  summary: ['RUN', 'how far a run is'],
  groups: {
    status: taken('Options', STATUS_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster status RUN [OPTION…]

Shows executions, jobs, agents, failures and an estimate of what is left. As a
page with --format html, or --report html=FILE; with --watch, a browser that
shows the file follows the run.

${options}
`,
  run: async (asked, io) => (await import('./status-command.js')).statusCommand(asked, plainIo(io)),
});

const REPORT = command({
  name: 'cluster report',
  summary: ['RUN', 'what was found, as fencepost check or test prints it'],
  groups: {
    limits: takenOf('Options', LIMITS, { jobs: { help: 'threads that shorten what was found' } }),
    output: takenOf('Options', OUTPUT, SHOWN),
  },
  help: (options) => `Usage: fencepost cluster report RUN [OPTION…]

Prints what was found, as fencepost check does, with the same exit codes. If the
run is not over, that is exit code 3. JavaScript of the run is loaded for it, as
it was submitted, and can do what you can do.

${options}
`,
  run: async (asked, io) => (await import('./report-command.js')).reportCommand(asked, io),
});

const STOP = command({
  name: 'cluster stop',
  summary: ['RUN', 'give no more of a run to anybody'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).stopCommand(asked, plainIo(io)),
});

const RESUME = command({
  name: 'cluster resume',
  summary: ['RUN', 'go on with a run that was stopped, or is incomplete'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).resumeCommand(asked, plainIo(io)),
});

const HISTORY = command({
  name: 'cluster history',
  summary: ['', 'all runs'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).historyCommand(asked, plainIo(io)),
});

const PRUNE = command({
  name: 'cluster prune',
  summary: ['RUN…', 'forget runs'],
  groups: {
    prune: taken('Options', PRUNE_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster prune RUN…
       fencepost cluster prune --older-than TIME

Forgets runs with all their data. Those that are running are not forgotten. The
user is the one that has run 'fencepost cluster init'.

${options}
`,
  run: async (asked, io) => (await import('./prune-command.js')).pruneCommand(asked, plainIo(io)),
});

/** `fencepost cluster`. */
export const CLUSTER: CommandFamily = {
  name: 'cluster',
  summary: ['…', 'check a program with many machines'],
  help: clusterHelp,
  members: [INIT, SUBMIT, CLUSTER_TEST, WORK, STATUS, REPORT, STOP, RESUME, HISTORY, PRUNE],
};

function clusterHelp(options: string): string {
  return `Usage: fencepost cluster COMMAND [OPTION…]

Checks programs with many machines that share a PostgreSQL database, which
DATABASE_URL names. Needs Node 22.12 and the package pg; 'init' needs pg-boss,
too. On one machine, 'fencepost check' uses all cores without any of this.

${listLines(
  CLUSTER.members.map(({ name, summary: [takes, what] }) => [`${name.replace('cluster ', '')} ${takes}`, what]),
  18,
)}

A RUN is the id of a run, or how it begins, or 'last'.

${options}

'fencepost cluster submit --help', and so on, says more.

Exit codes: 0 done; 2 the command line, an input or the database is wrong; 4 a
bug in fencepost. 'report', and 'submit --wait': as of fencepost check.

Examples:
  fencepost cluster submit queue.c --model tso
  fencepost cluster report last
`;
}
