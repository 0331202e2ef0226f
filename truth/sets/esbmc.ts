import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Case, TruthSet } from '../set.js';
import { INCLUDED, filesBelow } from './files-below.js';

/** Options that ask for other errors than ours, or for another language. */
const OTHER =
  /--(?:memory-leak-check|overflow-check|printf-check|atomicity-check|error-label|no-assertions|sv-comp|32|data-races-check-only)\b/;
/** Options that limit the search: a successful verification proves nothing. */
const BOUNDS = /--(?:context-bound|unwind|no-unwinding-assertions|k-step|depth|max-k-step|unlimited-k-steps)\b/;
/** Options that are the compiler's. */
const COMPILED = /^-[WDI]/;

/** Accepts what older compilers did. */
const FLAGS = [
  ...['-I', INCLUDED, '-include', 'esbmc.h'],
  ...['-Wno-incompatible-pointer-types', '-Wno-int-conversion'],
];

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
      const own = join(folder, dirname(description));
      const file = join(own, basename(source.trim()));
      const given = options.split(/\s+/);
      // A loop that goes on beyond the bound fails as well.
      const isUnwound = /--unwind\b/.test(options) && !options.includes('--no-unwinding-assertions');
      const fails = results.some((line) => line.includes('VERIFICATION FAILED')) && !isUnwound;
      const isSafe = results.some((line) => line.includes('VERIFICATION SUCCESSFUL')) && !BOUNDS.test(options);
      // A bug of ESBMC itself.
      if (kind === 'KNOWNBUG') return [];
      if (!/\.[ci]$/.test(file) || !existsSync(file) || OTHER.test(options) || (!fails && !isSafe)) return [];
      if (!readFileSync(file, 'utf8').includes('pthread_create')) return [];
      const races = options.includes('--data-races-check');
      const files = [file, ...given.filter((each) => each.endsWith('.c')).map((each) => join(own, each))];
      const flags = [...FLAGS, ...given.filter((each) => COMPILED.test(each))];
      const question = { kind: 'executions', files, flags, model: 'sc', races } as const;
      return [{ id: dirname(description), expected: fails ? 'fails' : 'safe', question }];
    }),
};
