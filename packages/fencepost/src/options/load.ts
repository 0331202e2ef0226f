import type { COptions } from '@fencepost/c/options';
import { C_FRONT_END } from '@fencepost/c/options';
import type { JavaScriptOptions } from '@fencepost/javascript/options';
import { JAVASCRIPT_FRONT_END } from '@fencepost/javascript/options';
import type { Criterion } from '@fencepost/linear';
import { CRITERIA } from '@fencepost/linear';
import type { TableOf } from '@fencepost/options';
import { choice, nameList, patternList, setting, wholeNumber } from '@fencepost/options';

// How programs are made of files. Options that one front end alone reads are in its package.

/** How programs are made of files, whatever they are written in. */
export interface ProgramOptions {
  /** Of files with several programs only those with such a name; `*` stands for any text. */
  readonly testCases: readonly string[];
  /** Follow loops of programs in C and JavaScript for this many iterations. */
  readonly unroll: number | undefined;
  /** The order in which the search takes up its parts, and which random numbers compiled programs get; 1 if left out. */
  readonly seed: number | undefined;
  /** What must hold of the calls of data structures, in place of what they ask for themselves. */
  readonly criterion: Criterion | undefined;
  /** Threads that may spin forever without counting as a deadlock. */
  readonly daemons: readonly string[];
}

export const PROGRAM_OPTIONS: TableOf<ProgramOptions> = {
  testCases: setting('test-case', patternList, {
    otherwise: [],
    help: 'only what a file has of this name (with *); repeatable',
  }),
  unroll: setting('unroll', wholeNumber(1), {
    perCheck: true,
    help: 'follow loops N times (default: 32, counted ones 1000)',
  }),
  seed: setting('seed', wholeNumber(0), {
    perCheck: true,
    help: 'order of the search, random numbers of C (default: 1)',
  }),
  criterion: setting(
    'criterion',
    choice<Criterion>(() => CRITERIA, 'criterion', 'NAME', 'criteria'),
    { help: 'of structures: sequential, quiescent, elements, …' },
  ),
  daemons: setting('daemon', nameList, {
    otherwise: [],
    perCheck: true,
    help: 'threads that may wait in a loop forever',
  }),
};

/** How programs are made of files: what a user may choose. */
export interface LoadSettings extends ProgramOptions, COptions, JavaScriptOptions {}

export const LOAD: TableOf<LoadSettings> = {
  ...PROGRAM_OPTIONS,
  ...C_FRONT_END.options,
  ...JAVASCRIPT_FRONT_END.options,
};
