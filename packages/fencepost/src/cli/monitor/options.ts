import type { ValuesOf } from '@fencepost/options';
import { isMonitored, isWatched, modelNames } from '@fencepost/core';
import { adapted, choices, fileList, flag, option } from '@fencepost/options';
import { modelList } from '../../options/kinds.js';
import { LIMITS } from '../../options/limits.js';
import { watchedModel } from '../../options/models.js';
import { SEARCH } from '../../options/search.js';
import { someOf } from '../../options/words.js';
import { LINE_FORMAT } from '../line-format.js';

/** The kinds of findings of a monitor. */
const FINDINGS = ['races', 'deadlocks', 'violations', 'none'] as const;

export const MONITOR_OPTIONS = {
  models: adapted(
    SEARCH.models,
    modelList(watchedModel, () => modelNames(isWatched)),
    {
      help: () => someOf(modelNames(isWatched), modelNames(isMonitored)),
    },
  ),
  predict: option('predict', flag, {
    otherwise: false,
    help: 'also report races and deadlocks that happen in another order of the operations',
  }),
  partial: option('partial', flag, { otherwise: false, help: 'use the intact part of a damaged recording' }),
  baseline: option(
    'baseline',
    { ...fileList, argument: 'FILE', repeats: true },
    {
      otherwise: [] as readonly string[],
      help: 'omit the findings of this report (monitor --format json)',
    },
  ),
  accept: option(
    'accept',
    { ...fileList, argument: 'FILE', repeats: true },
    {
      otherwise: [] as readonly string[],
      help: 'omit findings at the places in this file (FILE or FILE:LINE)',
    },
  ),
  failOn: option('fail-on', choices(FINDINGS, 'finding'), {
    otherwise: ['races', 'deadlocks'] as readonly (typeof FINDINGS)[number][],
    help: 'exit with 1 for these: races,deadlocks (default), violations, none',
  }),
  maxTime: LIMITS.maxTime,
  format: LINE_FORMAT,
} as const;

export type MonitorOptions = ValuesOf<typeof MONITOR_OPTIONS>;
