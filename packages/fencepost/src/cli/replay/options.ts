import type { ValuesOf } from '@fencepost/options';
import { REFERENCE_MODEL, isReplayed, modelNames } from '@fencepost/core';
import { adapted, flag, option } from '@fencepost/options';
import { asGivenToCheck } from '../../options/command-line.js';
import { modelChoice } from '../../options/kinds.js';
import { SEARCH } from '../../options/search.js';
import { listed } from '../../options/words.js';
import { PROGRAM } from '../program-option.js';

export const REPLAY_OPTIONS = {
  model: adapted(
    SEARCH.models,
    modelChoice(() => modelNames(isReplayed)),
    {
      otherwise: REFERENCE_MODEL,
      help: () => `the model the schedule is for: ${listed(modelNames(isReplayed), REFERENCE_MODEL)}`,
    },
  ),
  program: PROGRAM,
  step: option('step', flag, {
    otherwise: false,
    common: true,
    help: 'walk through it: memory and buffers after each step',
  }),
  ...asGivenToCheck({ races: SEARCH.races }),
} as const;

export type ReplayOptions = ValuesOf<typeof REPLAY_OPTIONS>;
