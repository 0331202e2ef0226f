import type { ValuesOf } from '@fencepost/options';
import type { Goal } from '@fencepost/check';
import { GOALS } from '@fencepost/check';
import { choice, flag, option } from '@fencepost/options';
import { PROGRAM } from '../program-option.js';

/** Options of repairs. */
export const REPAIRS = {
  goal: option(
    'goal',
    choice<Goal>(() => GOALS, 'goal', 'NAME'),
    {
      common: true,
      help: 'safe (default): no failure remains; robust (default for litmus tests): no SC violation remains',
    },
  ),
  write: option('write', flag, { otherwise: false, common: true, resumable: true, help: 'change the files' }),
  program: PROGRAM,
} as const;

export type RepairOptions = ValuesOf<typeof REPAIRS>;
