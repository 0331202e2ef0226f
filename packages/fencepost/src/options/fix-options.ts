import type { Goal, Start } from '@fencepost/check';
import { GOALS, STARTS } from '@fencepost/check';
import { isJudged, modelNames } from '@fencepost/core';
import { PRINTED, WHAT, fixes, under } from './help-groups.js';
import { choice, flag, modelList } from './kinds.js';
import { repairCosts } from './repair-costs.js';
import { relaxedModel } from './models.js';
import { option } from './option.js';

const REPAIR_CHOICES = ['auto', 'always', 'never'] as const;

/** What `fencepost fix` and `fencepost relax` take besides what a check does. */
export const FIX_OPTIONS = {
  relaxModels: option('model', modelList(relaxedModel), {
    ...under(WHAT, { relax: () => `some of ${modelNames(isJudged).join(',')} (default: as check, of these)` }),
  }),
  from: option(
    'from',
    choice<Start>(() => STARTS, 'start', 'START'),
    {
      otherwise: 'source' as const,
      ...under(WHAT, {
        relax: 'source (default): orders may be as strong as they are; seq_cst: as strong as they can be',
      }),
    },
  ),
  goal: option(
    'goal',
    choice<Goal>(() => GOALS, 'goal', 'NAME'),
    {
      ...under(WHAT, {
        fix: 'safe (default): no failure is left; robust (default for litmus tests): no SC violation is left',
        relax: 'safe (default): nothing fails; robust: there is no SC violation either',
      }),
    },
  ),
  costs: option('cost', repairCosts, {
    inConfig: true,
    ...under(WHAT, {
      fix: 'what changes cost: full-fence=4,seq_cst=3,fence=1,order=1 (default); some of these',
    }),
  }),
  write: option('write', flag, {
    ...{ otherwise: false, resumable: true },
    ...under(WHAT, fixes('change the files')),
  }),
} as const;

/** Whether a check looks for repairs. */
export const REPAIR_OPTION = {
  repair: option(
    'repair',
    choice(() => REPAIR_CHOICES, 'choice', 'WHEN'),
    {
      ...{ otherwise: 'auto' as const, inConfig: true, resumable: true },
      ...under(PRINTED, { check: 'auto (default: terminal, html, sarif), always, never' }),
    },
  ),
} as const;
