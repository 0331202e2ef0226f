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
  summary: ['', 'create or update the tables'],
  groups: {
    init: taken('Options', INIT_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster init [OPTION…]

Creates the tables in the database, or updates them. --roles also creates the
roles fencepost_submit, fencepost_work and fencepost_read. They cannot log in:
grant them to the database users that need them.

${options}
`,
  run: async (asked, io) => (await import('./init-command.js')).initCommand(asked, plainIo(io)),
});

const SUBMIT = command({
  name: 'cluster submit',
  summary: ['FILE…', 'submit programs to check; prints the id of the run'],
  takesFlags: true,
  groups: {
    search: taken('How far to search', SEARCH, {
      method: false,
      preemptions: false,
      symmetry: false,
      first: { help: 'stop at the failure found first in time' },
    }),
    load: taken('What to check', LOAD, { seed: false, criterion: false }),
    run: taken('What to check', RUN, { resume: false }),
    limits: takenOf('How far to search', LIMITS, {
      jobs: { help: 'with --wait: threads that shorten counterexamples' },
    }),
    submit: taken('How far to search', SUBMIT_OPTIONS),
    output: takenOf('What to print, with --wait', OUTPUT, SHOWN),
  },
  help: (options) => `Usage: fencepost cluster submit FILE… [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Compiles programs, sends them to the database, and prints the id of the run.
Machines that run 'fencepost cluster work' explore them in parallel. Options
are those of 'fencepost check'.

${options}

Exit codes: with --wait, those of fencepost check; otherwise 0, or 2 if the
command line, an input or the database is wrong.
`,
  run: async (asked, io) => (await import('./submit-command.js')).submitCommand(asked, io),
});

const CLUSTER_TEST = command({
  name: 'cluster test',
  summary: ['FILE…', 'submit programs to test with many seeds'],
  takesFlags: true,
  groups: {
    search: takenOf('What to test', SEARCH, {
      models: TESTED_MODELS,
      allowRelaxed: {},
      all: { help: 'continue after the first seed that shows a failure' },
      first: { help: 'stop at the failure found first in time' },
    }),
    tests: taken('What to test', TESTS),
    load: taken('What to test', LOAD, { seed: false, criterion: false }),
    run: taken('What to test', RUN, { resume: false }),
    limits: takenOf('How long', LIMITS, {
      maxExecutions: { inConfig: false, help: 'executions of each program, model and seed' },
    }),
    submit: taken('How long', SUBMIT_OPTIONS),
    output: takenOf('What to print, with --wait', OUTPUT, { format: TEST_FORMAT, colour: {} }),
  },
  help: (options) => `Usage: fencepost cluster test FILE… --seeds RANGE [OPTION…]
                              [-- COMPILER FLAG OR SOURCE…]

Sends programs to the database, and prints the id of the run. Machines that run
'fencepost cluster work' share the seeds, and test with each of them as
'fencepost test' does. The report is that of 'fencepost test' with the same
seeds: it ends with the smallest seed that shows a failure, unless --all or
--first is given.

${options}

Exit codes: with --wait, those of fencepost test; otherwise 0, or 2 if the
command line, an input or the database is wrong.
`,
  run: async (asked, io) => (await import('./test-command.js')).clusterTestCommand(asked, io),
});

const WORK = command({
  name: 'cluster work',
  summary: ['', 'work on open runs on this machine'],
  groups: {
    work: taken('Options', WORK_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster work [OPTION…]

Works on open runs on this machine, the oldest first, until Ctrl-C. One process
per machine is enough: it uses all cores.

${options}

Exit codes: 0 stopped by Ctrl-C, or no run is open; 2 the command line or the
database is wrong; 3 with --until-idle, if it cannot work on some open run; 4 a
bug in fencepost.
`,
  run: async (asked, io) => (await import('./work-command.js')).workCommand(asked, plainIo(io)),
});

const STATUS = command({
  name: 'cluster status',
  summary: ['RUN', 'show the progress of a run'],
  groups: {
    status: taken('Options', STATUS_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster status RUN [OPTION…]

Shows executions, jobs, agents, failures and an estimate of the remaining work.
--format html and --report html=FILE write a page; with --watch, a browser that
shows the file follows the run.

${options}
`,
  run: async (asked, io) => (await import('./status-command.js')).statusCommand(asked, plainIo(io)),
});

const REPORT = command({
  name: 'cluster report',
  summary: ['RUN', 'print the findings as fencepost check or test does'],
  groups: {
    limits: takenOf('Options', LIMITS, { jobs: { help: 'threads that shorten counterexamples' } }),
    output: takenOf('Options', OUTPUT, SHOWN),
  },
  help: (options) => `Usage: fencepost cluster report RUN [OPTION…]

Prints the findings as fencepost check does, with the same exit codes; 3 if the
run has not ended. This loads the submitted JavaScript on your machine, with
your permissions.

${options}
`,
  run: async (asked, io) => (await import('./report-command.js')).reportCommand(asked, io),
});

const STOP = command({
  name: 'cluster stop',
  summary: ['RUN', 'stop a run'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).stopCommand(asked, plainIo(io)),
});

const RESUME = command({
  name: 'cluster resume',
  summary: ['RUN', 'resume a run that was stopped or is incomplete'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).resumeCommand(asked, plainIo(io)),
});

const HISTORY = command({
  name: 'cluster history',
  summary: ['', 'list all runs'],
  groups: {},
  help: clusterHelp,
  run: async (asked, io) => (await import('./run-commands.js')).historyCommand(asked, plainIo(io)),
});

const PRUNE = command({
  name: 'cluster prune',
  summary: ['RUN…', 'delete runs'],
  groups: {
    prune: taken('Options', PRUNE_OPTIONS),
  },
  help: (options) => `Usage: fencepost cluster prune RUN…
       fencepost cluster prune --older-than TIME

Deletes runs with all their data, except runs that are in progress. Use the
database user that ran 'fencepost cluster init'.

${options}
`,
  run: async (asked, io) => (await import('./prune-command.js')).pruneCommand(asked, plainIo(io)),
});

/** The command `fencepost cluster`. */
export const CLUSTER: CommandFamily = {
  name: 'cluster',
  summary: ['…', 'check a program with many machines'],
  help: clusterHelp,
  members: [INIT, SUBMIT, CLUSTER_TEST, WORK, STATUS, REPORT, STOP, RESUME, HISTORY, PRUNE],
};

function clusterHelp(options: string): string {
  return `Usage: fencepost cluster COMMAND [OPTION…]

Checks programs on many machines that share a PostgreSQL database. DATABASE_URL
names the database. Needs Node 22.12 and the package pg; 'init' also needs
pg-boss. On one machine, 'fencepost check' uses all cores without any of this.

${listLines(
  CLUSTER.members.map(({ name, summary: [takes, what] }) => [`${name.replace('cluster ', '')} ${takes}`, what]),
  18,
)}

A RUN is the id of a run, a unique prefix of it, or 'last'.

${options}

For the options of a command: fencepost cluster submit --help

Exit codes: 0 done; 2 the command line, an input or the database is wrong; 4 a
bug in fencepost. For 'report' and 'submit --wait': those of fencepost check.

Examples:
  fencepost cluster submit queue.c --model tso
  fencepost cluster report last
`;
}
