import type { ValuesOf } from '@fencepost/options';
import { isWatched, modelNames } from '@fencepost/core';
import { adapted, option, wholeNumber } from '@fencepost/options';
import { modelChoice } from '../../options/kinds.js';
import { LOAD } from '../../options/load.js';
import { SEARCH } from '../../options/search.js';
import { listed } from '../../options/words.js';

const steeredModels = (): string[] => modelNames(isWatched);
const DEFAULT_STEERED = steeredModels()[0]!;

export const STEER_OPTIONS = {
  model: adapted(SEARCH.models, modelChoice(steeredModels), {
    otherwise: DEFAULT_STEERED,
    help: () => listed(steeredModels(), DEFAULT_STEERED),
  }),
  runs: option('runs', wholeNumber(1), {
    otherwise: 50,
    help: 'maximum number of runs (default: 50)',
  }),
  runSeconds: option('run-seconds', wholeNumber(1, 1_000_000), {
    otherwise: 60,
    help: 'time limit of a run (default: 60)',
  }),
  seed: { ...LOAD.seed, help: 'seed of the first run; later runs count up (default: 1)' },
} as const;

export type SteerOptions = ValuesOf<typeof STEER_OPTIONS>;
