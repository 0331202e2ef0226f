import type { CheckMethod } from '@fencepost/report';
import { CHECK_METHODS, DEFAULT_EXPLORER } from '@fencepost/check';
import { defaultModels, isMonitored, modelNames } from '@fencepost/core';
import type { ValuesOf } from '@fencepost/options';
import { adapted, choice, option, text } from '@fencepost/options';
import { modelList } from '../../options/kinds.js';
import { LIMITS } from '../../options/limits.js';
import { anyModel } from '../../options/models.js';
import { SEARCH } from '../../options/search.js';
import { someModels } from '../../options/words.js';
import { LINE_FORMAT } from '../line-format.js';

export const LITMUS_OPTIONS = {
  models: adapted(SEARCH.models, modelList(anyModel, undefined), {
    help: () =>
      `${someModels(modelNames())} (default: x86 ${defaultModels('litmus').join(',')}, C ${defaultModels('litmus C').join(',')}, AArch64 ${defaultModels('litmus AArch64').join(',')}; with --method monitor: ${modelNames(isMonitored).join(',')})`,
  }),
  method: adapted(
    SEARCH.method,
    choice<CheckMethod>(() => CHECK_METHODS, 'method', 'NAME'),
    {
      otherwise: 'graph' as const,
      help: 'graph (default): explore the executions of each model; monitor: decide whether tests are robust, by watching SC executions (no --explorer, no --expect)',
    },
  ),
  // A plain string: the command resolves the name, because explorers are loaded only there.
  explorer: option('explorer', text('NAME'), {
    otherwise: DEFAULT_EXPLORER,
    help: `how to search: an explorer (default: ${DEFAULT_EXPLORER})`,
  }),
  expect: option('expect', text('FILE'), {
    help: 'compare with known results; FILE has a line for each test and model with, separated by tabs: the file (relative to the folder of FILE, or to PATH), the model, the number of witnesses, the number of executions, the final states joined by |, and race or - where the model has data races',
  }),
  maxTime: LIMITS.maxTime,
  jobs: LIMITS.jobs,
  format: LINE_FORMAT,
} as const;

export type LitmusOptions = ValuesOf<typeof LITMUS_OPTIONS>;
