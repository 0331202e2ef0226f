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
      common: true,
      help: 'strongest orders to try: source (default), as in the program; seq_cst, sequentially consistent',
    },
  ),
} as const;

export type RelaxOptions = ValuesOf<typeof RELAX_OPTIONS>;
