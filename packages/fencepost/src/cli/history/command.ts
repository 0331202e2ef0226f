import { documentation } from '@fencepost/core';
import { taken } from '../../options/command-line.js';
import { command } from '../command.js';
import { HISTORY_OPTIONS } from './options.js';

/** The command `fencepost history`. */
export const HISTORY = command({
  name: 'history',
  summary: ['FILE…', 'decide whether recorded calls are linearizable'],
  groups: {
    history: taken('Options', HISTORY_OPTIONS),
  },
  help: (options) => `Usage: fencepost history FILE… --spec NAME [OPTION…]

Decides whether recorded calls of a queue, a stack, a map… behave as if each took
effect at once, between its beginning and its end. A FILE has a line of JSON for
each call, or for each beginning and end of a call; any program can write it. C
and C++ programs can include the header that --header prints.

${documentation('use/history')}

${options}

Exit codes: 0 linearizable; 1 not linearizable; 2 the command line or a history
is wrong; 3 undecided; 4 a bug in fencepost.

Examples:
  fencepost history calls.jsonl --spec queue
  fencepost history --header > history.h
`,
  run: async (asked, io) => (await import('./history-command.js')).historyCommand(asked, io),
});
