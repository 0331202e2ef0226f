import type { ValuesOf } from '@fencepost/options';
import { isMonitored, modelNames } from '@fencepost/core';
import { adapted, option, wholeNumber } from '@fencepost/options';
import { modelChoice } from '../../options/kinds.js';
import { LOAD } from '../../options/load.js';
import { SEARCH } from '../../options/search.js';
import { listed } from '../../options/words.js';

/** Steering uses the models for which monitors find violations. */
const steeredModels = (): string[] => modelNames(isMonitored);
const DEFAULT_STEERED = steeredModels()[0]!;

export const STEER_OPTIONS = {
  model: adapted(SEARCH.models, modelChoice(steeredModels), {
    otherwise: DEFAULT_STEERED,
    help: () => listed(steeredModels(), DEFAULT_STEERED),
  }),
  runs: option('runs', wholeNumber(1), {
    otherwise: 50,
    help: 'how often to run it, until it fails (default: 50)',
  }),
  runSeconds: option('run-seconds', wholeNumber(1, 1_000_000), {
    otherwise: 60,
    help: 'how long a run may take (default: 60)',
  }),
  seed: { ...LOAD.seed, help: 'of the first run; each further one has the next (default: 1)' },
} as const;

export type SteerOptions = ValuesOf<typeof STEER_OPTIONS>;
