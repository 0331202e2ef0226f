import type { ValuesOf } from '@fencepost/options';
import { isMonitored, modelNames } from '@fencepost/core';
import { adapted, choices, flag, option } from '@fencepost/options';
import { modelList } from '../../options/kinds.js';
import { LIMITS } from '../../options/limits.js';
import { monitoredModel } from '../../options/models.js';
import { SEARCH } from '../../options/search.js';
import { someOf } from '../../options/words.js';
import { LINE_FORMAT } from '../line-format.js';

/** The kinds of findings of a monitor. */
const FINDINGS = ['races', 'violations', 'none'] as const;

export const MONITOR_OPTIONS = {
  models: adapted(
    SEARCH.models,
    modelList(monitoredModel, () => modelNames(isMonitored)),
    {
      help: () => someOf(modelNames(isMonitored), modelNames(isMonitored)),
    },
  ),
  partial: option('partial', flag, { otherwise: false, help: 'use the intact part of a damaged recording' }),
  failOn: option('fail-on', choices(FINDINGS, 'finding'), {
    otherwise: ['races'] as readonly (typeof FINDINGS)[number][],
    help: 'exit with 1 for these: races (default), violations, none',
  }),
  maxTime: LIMITS.maxTime,
  format: LINE_FORMAT,
} as const;

export type MonitorOptions = ValuesOf<typeof MONITOR_OPTIONS>;
