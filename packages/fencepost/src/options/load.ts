import type { COptions } from '@fencepost/c/options';
import { C_FRONT_END } from '@fencepost/c/options';
import type { JavaScriptOptions } from '@fencepost/javascript/options';
import { JAVASCRIPT_FRONT_END } from '@fencepost/javascript/options';
import type { Criterion } from '@fencepost/linear';
import { CRITERIA } from '@fencepost/linear';
import type { TableOf } from '@fencepost/options';
import { choice, nameList, patternList, setting, wholeNumber } from '@fencepost/options';

// Options for loading programs from files. Options that only one front end reads are in its package.

/** Options for loading programs from files in any language. */
export interface ProgramOptions {
  /** Names of programs to select from files with several; `*` stands for any text. */
  readonly testCases: readonly string[];
  /** Maximum number of iterations of loops in C and JavaScript programs. */
  readonly unroll: number | undefined;
  /**
   * Determines the order in which the search processes its parts, and the random numbers of compiled programs; default:
   * 1.
   */
  readonly seed: number | undefined;
  /** The criterion for calls of data structures, overriding their own. */
  readonly criterion: Criterion | undefined;
  /** Threads that may spin forever without counting as a deadlock. */
  readonly daemons: readonly string[];
}

export const PROGRAM_OPTIONS: TableOf<ProgramOptions> = {
  testCases: setting('test-case', patternList, {
    otherwise: [],
    common: true,
    help: 'only programs of this name (with *); repeatable',
  }),
  unroll: setting('unroll', wholeNumber(1), {
    perCheck: true,
    help: 'follow loops N times (default: 32, counted ones 1000)',
  }),
  seed: setting('seed', wholeNumber(0), {
    perCheck: true,
    help: 'search order, random numbers in C (default: 1)',
  }),
  criterion: setting(
    'criterion',
    choice<Criterion>(() => CRITERIA, 'criterion', 'NAME', 'criteria'),
    { help: 'of structures: sequential, elements, obstruction-free' },
  ),
  daemons: setting('daemon', nameList, {
    otherwise: [],
    perCheck: true,
    help: 'threads that may wait in a loop forever',
  }),
};

/** Options for loading programs from files that a user may choose. */
export interface LoadSettings extends ProgramOptions, COptions, JavaScriptOptions {}

export const LOAD: TableOf<LoadSettings> = {
  ...PROGRAM_OPTIONS,
  ...C_FRONT_END.options,
  ...JAVASCRIPT_FRONT_END.options,
};
