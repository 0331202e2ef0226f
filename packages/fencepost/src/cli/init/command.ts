import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { INIT_OPTIONS } from './options.js';

/** The command `fencepost init`. */
export const INIT = command({
  name: 'init',
  summary: ['', 'write an example check and a configuration'],
  groups: {
    init: taken('Options', INIT_OPTIONS),
  },
  help: (options) => `Usage: fencepost init [OPTION…]

Writes an example check, a configuration and, if there is a package.json, a
script to the current folder. Asks what you want, unless options say so. Files
that exist are kept as they are.

${options}

Exit codes: 0 done; 2 the command line is wrong, or a file cannot be written;
4 a bug in fencepost.

Examples:
  fencepost init
  fencepost init --ts --ci
  fencepost init --agents
`,
  run: async (asked, io) => (await import('./init-command.js')).initCommand(asked, io),
});
