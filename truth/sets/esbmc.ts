import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { filesBelow } from './files-below.js';

/** Options that ask for other errors than ours, or for another language. */
const OTHER =
  /--(?:memory-leak-check|overflow-check|printf-check|atomicity-check|error-label|no-assertions|sv-comp|32|data-races-check-only)\b/;
/** Options that limit the search: a successful verification proves nothing. */
const BOUNDS = /--(?:context-bound|unwind|no-unwinding-assertions|k-step|depth|max-k-step|unlimited-k-steps)\b/;

/** ESBMC's regression tests with threads. By default, ESBMC takes an assignment such as `x++` for one step. */
export const ESBMC: TruthSet = {
  name: 'esbmc',
  what: 'ESBMC’s regression tests that start threads: those that fail, and those that are safe without bounds, under SC',
  from: 'github.com/esbmc/esbmc (regression/esbmc-unix, regression/esbmc-unix2)',
  cases: (folder) =>
    filesBelow(folder, /(?:^|\/)test\.desc$/).flatMap((description): Case[] => {
      const [kind, source = '', options = '', ...results] = readFileSync(join(folder, description), 'utf8').split(
        /\r?\n/,
      );
      const file = join(folder, dirname(description), basename(source.trim()));
      const fails = results.some((line) => line.includes('VERIFICATION FAILED'));
      const isSafe = results.some((line) => line.includes('VERIFICATION SUCCESSFUL')) && !BOUNDS.test(options);
      // A bug of ESBMC itself.
      if (kind === 'KNOWNBUG') return [];
      if (!/\.[ci]$/.test(file) || !existsSync(file) || OTHER.test(options) || (!fails && !isSafe)) return [];
      if (!readFileSync(file, 'utf8').includes('pthread_create')) return [];
      const races = options.includes('--data-races-check');
      const question = { kind: 'executions', files: [file], flags: [], model: 'sc', races } as const;
      return [{ id: dirname(description), expected: fails ? 'fails' : 'safe', question }];
    }),
};
