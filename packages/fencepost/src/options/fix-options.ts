import type { Goal } from '@fencepost/check';
import { GOALS } from '@fencepost/check';
import { WHAT, under } from './help-groups.js';
import { choice, flag } from './kinds.js';
import { option } from './option.js';

/** What `fencepost fix` takes besides what a check does. */
export const FIX_OPTIONS = {
  goal: option(
    'goal',
    choice<Goal>(() => GOALS, 'goal', 'NAME'),
    {
      ...under(WHAT, {
        fix: 'safe (default): no failure is left; robust (default for litmus tests): no SC violation is left',
      }),
    },
  ),
  write: option('write', flag, {
    otherwise: false,
    ...under(WHAT, { fix: 'change the files' }),
  }),
} as const;
