import type { SymmetryMode } from '@fencepost/check';
import { CHECK_METHODS, SYMMETRY_MODES } from '@fencepost/check';
import type { GivenModel } from '@fencepost/core';
import type { Option, ValuesOf } from '@fencepost/options';
import { choice, flag, setting, wholeNumber } from '@fencepost/options';
import type { CheckMethod } from '@fencepost/report';
import { modelList } from './kinds.js';
import { checkedModel } from './models.js';
import { checkedModels } from './words.js';

/** Search settings of a configuration. */
export interface SearchSettings {
  /** The memory models; default: as set by checks in test files, otherwise all. */
  readonly models?: readonly GivenModel[];
  /** `graph` (default) explores the executions of each model, `monitor` only those of SC. */
  readonly method?: CheckMethod;
  /** Whether to look for data races. */
  readonly races?: boolean;
  /** Whether to accept SC violations that do not make a check fail. */
  readonly allowRelaxed?: boolean;
  /** Whether to continue after the first failure, and group failures and violations by the lines that cause them. */
  readonly all?: boolean;
  /**
   * With several jobs: whether to report the failure found first in time, not the one that a search with one job finds
   * first.
   */
  readonly first?: boolean;
  /** Maximum number of preemptions in an execution. */
  readonly preemptions?: number;
  /** Maximum number of operations of each thread. */
  readonly maxDepth?: number;
  /**
   * `auto` (default): explores only one of several executions that differ only in the order of symmetric threads.
   * `off`: explores all.
   */
  readonly symmetry?: SymmetryMode;
}

export const SEARCH = {
  models: setting('model', modelList(checkedModel, undefined), {
    perCheck: true,
    short: 'm',
    common: true,
    help: checkedModels,
  }),
  method: setting(
    'method',
    choice<CheckMethod>(() => CHECK_METHODS, 'method', 'NAME'),
    { otherwise: 'graph' as const, help: 'graph (default), or monitor: watch SC executions only' },
  ),
  races: setting('races', flag, {
    otherwise: false,
    common: true,
    perCheck: true,
    help: 'report data races as failures under every model',
  }),
  allowRelaxed: setting('allow-relaxed', flag, {
    otherwise: false,
    common: true,
    perCheck: true,
    resumable: true,
    help: 'accept SC violations that make no check fail',
  }),
  all: setting('all', flag, {
    otherwise: false,
    common: true,
    perCheck: true,
    help: 'continue after the first failure, group by lines',
  }),
  first: setting('first', flag, {
    otherwise: false,
    perCheck: true,
    resumable: true,
    help: 'with several jobs: stop at the first failure in time',
  }),
  preemptions: setting('preemptions', wholeNumber(0), {
    help: 'at most N preemptions per execution, fewest first',
  }),
  maxDepth: setting('max-depth', wholeNumber(1), { perCheck: true, help: 'follow each thread for N operations' }),
  symmetry: setting(
    'symmetry',
    choice<SymmetryMode>(() => SYMMETRY_MODES, 'symmetry mode', 'MODE'),
    { otherwise: 'auto' as const, help: 'auto (default): explore symmetric threads once; off' },
  ),
} as const satisfies Readonly<Record<keyof SearchSettings, Option<unknown>>>;

export type SearchOptions = ValuesOf<typeof SEARCH>;
