import type { ValuesOf } from '@fencepost/options';
import type { Start } from '@fencepost/check';
import { STARTS } from '@fencepost/check';
import { choice, option } from '@fencepost/options';

export const RELAX_OPTIONS = {
  from: option(
    'from',
    choice<Start>(() => STARTS, 'start', 'START'),
    {
      otherwise: 'source' as const,
      help: 'source (default): orders may be as strong as they are; seq_cst: as strong as they can be',
    },
  ),
} as const;

export type RelaxOptions = ValuesOf<typeof RELAX_OPTIONS>;
