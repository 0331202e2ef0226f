import type { ValuesOf } from '@fencepost/options';
import { option, text } from '@fencepost/options';

export const REVIEW_OPTIONS = {
  diff: option('diff', text('BASE'), {
    common: true,
    help: 'compare with this commit or branch (default: HEAD)',
    otherwise: 'HEAD',
  }),
} as const;

export type ReviewOptions = ValuesOf<typeof REVIEW_OPTIONS>;
