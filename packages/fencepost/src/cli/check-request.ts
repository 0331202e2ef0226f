import { resolve } from 'node:path';
import { MODEL_NAMES } from '@fencepost/core';
import type { CheckMethod, CheckedModel } from '../program-check.js';
import { CHECKED_MODELS, CHECK_METHODS } from '../program-check.js';
import type { OptionTable } from './arguments.js';
import { choose, chooseList, parseArguments, wholeNumber } from './arguments.js';
import { usageError } from './errors.js';
import { FORMATS } from './report.js';
import type { Format } from './report.js';

const OPTIONS: OptionTable = {
  model: 'value',
  method: 'value',
  preemptions: 'value',
  'max-executions': 'value',
  unroll: 'value',
  spurious: 'flag',
  races: 'flag',
  format: 'value',
  'allow-relaxed': 'flag',
  help: 'flag',
};

export interface CheckRequest {
  /** Each once. */
  readonly files: readonly string[];
  readonly models: readonly CheckedModel[];
  readonly method: CheckMethod;
  readonly preemptions: number | undefined;
  readonly maxExecutions: number | undefined;
  /** Iterations of loops of compiled programs. */
  readonly unroll: number | undefined;
  /** Weak compare-and-swaps of compiled programs may fail spuriously. */
  readonly spurious: boolean;
  /** Look for data races. */
  readonly races: boolean;
  /** For the compiler: flags, and further files of the program. */
  readonly compiler: readonly string[];
  readonly format: Format;
  /** An execution that is not SC is no failure unless a check fails on it. */
  readonly allowRelaxed: boolean;
}

export function parseCheckRequest(args: readonly string[]): CheckRequest | 'help' {
  const parsed = parseArguments(args, OPTIONS, 'rest');
  const { values, flags, positionals, rest } = parsed;
  if (flags.has('help')) return 'help';
  if (positionals.length === 0) throw usageError('no file given', 'try fencepost check --help');
  const method = choose(values.get('method') ?? 'graph', CHECK_METHODS, 'method');
  const preemptions = wholeNumber(parsed, 'preemptions', 0);
  if (preemptions !== undefined && method !== 'monitor') {
    throw usageError('--preemptions bounds the search of --method monitor only', 'add --method monitor');
  }
  if (flags.has('races') && method !== 'graph') {
    throw usageError('--races looks at the executions of --method graph only', 'leave --method out');
  }
  return {
    files: [...new Map(positionals.map((path) => [resolve(path), path])).values()],
    models: chooseList(values.get('model') ?? CHECKED_MODELS.join(','), MODEL_NAMES, 'model').map((model) => {
      if (model !== 'pslo') return model;
      throw usageError(
        'programs cannot be checked under pslo yet',
        'for litmus tests there is: fencepost litmus --model pslo --explorer oracle',
      );
    }),
    method,
    preemptions,
    maxExecutions: wholeNumber(parsed, 'max-executions', 1),
    unroll: wholeNumber(parsed, 'unroll', 1),
    spurious: flags.has('spurious'),
    races: flags.has('races'),
    compiler: rest,
    format: choose(values.get('format') ?? 'text', FORMATS, 'format'),
    allowRelaxed: flags.has('allow-relaxed'),
  };
}
