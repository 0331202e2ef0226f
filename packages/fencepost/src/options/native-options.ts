import { isMonitored, modelNames } from '@fencepost/core';
import { SCHEDULERS } from '@fencepost/recording';
import { WHAT, under } from './help-groups.js';
import { choice, choices, flag, text, wholeNumber } from './kinds.js';
import { option } from './option.js';
import { listed } from './words.js';

/** Runs are steered into what monitors find. */
const steeredModels = (): string[] => modelNames(isMonitored);
const DEFAULT_STEERED = steeredModels()[0]!;

/** What a monitor finds. */
const FINDINGS = ['races', 'violations', 'none'] as const;

/** Options of commands that run native programs, or examine recordings. */
export const NATIVE_OPTIONS = {
  scheduler: option(
    'scheduler',
    choice(() => SCHEDULERS, 'scheduler', 'NAME'),
    {
      otherwise: 'random' as const,
      ...under(WHAT, { record: 'random (default), or pct (random priorities)' }),
    },
  ),
  depth: option('depth', wholeNumber(1, 64), {
    otherwise: 3,
    ...under(WHAT, { record: 'pct: N - 1 changes of priority (default: 3)' }),
  }),
  output: option('output', text('FILE'), {
    otherwise: 'recording.fpr',
    ...under(WHAT, { record: 'also -o; of further processes: with a number (default: recording.fpr)' }),
  }),
  partial: option('partial', flag, {
    otherwise: false,
    ...under(WHAT, { monitor: 'of a damaged recording, use what is intact' }),
  }),
  failOn: option('fail-on', choices(FINDINGS, 'finding'), {
    otherwise: ['races'] as readonly (typeof FINDINGS)[number][],
    ...under(WHAT, { monitor: 'exit with 1 for these: races (default), violations, none' }),
  }),
  steerModel: option('model', choice(steeredModels, 'model', 'NAME'), {
    otherwise: DEFAULT_STEERED,
    ...under(WHAT, { steer: () => listed(steeredModels(), DEFAULT_STEERED) }),
  }),
  runs: option('runs', wholeNumber(1), {
    otherwise: 50,
    ...under(WHAT, { steer: 'how often to run it, until it fails (default: 50)' }),
  }),
  runSeconds: option('run-seconds', wholeNumber(1, 1_000_000), {
    otherwise: 60,
    ...under(WHAT, { steer: 'how long a run may take (default: 60)' }),
  }),
} as const;
