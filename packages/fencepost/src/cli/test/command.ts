import { DEFAULT_SECONDS } from '@fencepost/check';
import { taken, takenOf } from '../../options/command-line.js';
import { LIMITS } from '../../options/limits.js';
import { LOAD } from '../../options/load.js';
import { OUTPUT } from '../../options/output.js';
import { RUN } from '../../options/run.js';
import { SEARCH } from '../../options/search.js';
import { command } from '../command.js';
import { TESTED_MODELS, TESTS, TEST_FORMAT } from './options.js';

/** The command `fencepost test`. */
export const TEST = command({
  name: 'test',
  summary: ['[PATH…]', 'test programs that are too large to explore: steer executions into SC violations'],
  takesFlags: true,
  groups: {
    search: takenOf('What to test', SEARCH, {
      models: TESTED_MODELS,
      allowRelaxed: {},
      all: { help: 'with --seeds: continue after one that shows a failure' },
    }),
    tests: taken('What to test', TESTS),
    load: taken('What to test', LOAD, {
      criterion: { flag: null, inConfig: false },
      seed: { help: 'choice of executions, random numbers of C (default: 1)' },
    }),
    run: taken('What to test', RUN, { resume: { help: "continue tests with --seeds; 'last': the newest run" } }),
    limits: taken('How long', LIMITS, {
      maxExecutions: { inConfig: false, resumable: false, help: 'of each program under each model' },
      maxTime: {
        inConfig: false,
        otherwise: DEFAULT_SECONDS,
        help: `total time limit: 90s, 5m, 1h (default: ${DEFAULT_SECONDS}s)`,
      },
      maxMemory: { help: 'of the process: 512m, 4g (default: 3/4 of the memory)' },
    }),
    output: takenOf('What to print', OUTPUT, {
      format: TEST_FORMAT,
      progress: { help: 'auto (default), json (with --seeds), none' },
      colour: {},
    }),
  },
  help: (options) => `Usage: fencepost test [PATH…] [OPTION…] [-- COMPILER FLAG OR SOURCE…]

Tests programs that are too large to check: predicts from executions under SC
how a program could violate SC, and steers executions there. Everything it
reports has happened in an execution. It may miss failures. A PATH is a file or
folder that fencepost check accepts.

${options}

Exit codes: 0 nothing found (no proof of safety); 1 a failure or an SC
violation; 2 the command line or an input is wrong; 4 a bug in fencepost.

Examples:
  fencepost test pool.c --model pso --max-time 5m
  fencepost test pool.c --method pct --max-executions 10000 --seed 7
  fencepost test pool.c --seeds 1-100 --all
`,
  run: async (asked, io) => (await import('./test-command.js')).testCommand(asked, io),
});
