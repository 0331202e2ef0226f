import type { ValuesOf } from '@fencepost/options';
import { choice, option, text, wholeNumber } from '@fencepost/options';
import { SCHEDULERS } from '@fencepost/recording';
import { LOAD } from '../../options/load.js';

export const RECORD_OPTIONS = {
  scheduler: option(
    'scheduler',
    choice(() => SCHEDULERS, 'scheduler', 'NAME'),
    { otherwise: 'random' as const, help: 'random (default), or pct (random priorities)' },
  ),
  depth: option('depth', wholeNumber(1, 64), { otherwise: 3, help: 'pct: N - 1 changes of priority (default: 3)' }),
  output: option('output', text('FILE'), {
    otherwise: 'recording.fpr',
    short: 'o',
    help: 'further processes add a number; - standard output (default: recording.fpr)',
  }),
  limit: option('limit', wholeNumber(1), {
    help: 'record the first N operations only (rounded up to a block of at most 65,536)',
  }),
  ring: option('ring', wholeNumber(1), {
    help: 'keep the last N operations only, in memory; SIGUSR2 writes what is there now',
  }),
  seed: { ...LOAD.seed, help: 'selects the schedule (default: 1)' },
} as const;

export type RecordOptions = ValuesOf<typeof RECORD_OPTIONS>;
