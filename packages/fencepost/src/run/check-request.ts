import type { OptionValues } from '../options/table.js';

/** What of the options matters to a check itself, wherever it is asked for. */
export type CheckRequest = Pick<
  OptionValues,
  | 'models'
  | 'method'
  | 'all'
  | 'races'
  | 'allowRelaxed'
  | 'preemptions'
  | 'maxExecutions'
  | 'maxTime'
  | 'maxMemory'
  | 'maxDepth'
  | 'symmetry'
  | 'seed'
  | 'jobs'
  | 'first'
  | 'unroll'
  | 'spurious'
  | 'failOnExit'
  | 'volatile'
  | 'criterion'
  | 'daemons'
  | 'include'
  | 'exclude'
  | 'compiler'
  | 'compileCommands'
  | 'testCases'
>;
