import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { DEMO_OPTIONS } from './options.js';

/** The command `fencepost demo`. */
export const DEMO = command({
  name: 'demo',
  summary: ['', 'find a bug in a small example; needs no compiler'],
  groups: {
    demo: taken('Options', DEMO_OPTIONS),
  },
  help: (options) => `Usage: fencepost demo [OPTION…]

Checks a small program in TypeScript that is right on x86 and wrong on ARM, and
shows how it fails, why, and how to fix it.

${options}

Exit codes: 0 done; 2 the command line is wrong; 4 a bug in fencepost.

Examples:
  fencepost demo
  fencepost demo --open
`,
  run: async (asked, io) => (await import('./demo-command.js')).demoCommand(asked, io),
});
