import type { ValuesOf } from '@fencepost/options';
import { flag, option } from '@fencepost/options';

/** When to check. */
export const WATCH = {
  watch: option('watch', flag, {
    otherwise: false,
    short: 'w',
    common: true,
    help: 'check again when a file changes, until Ctrl-C',
  }),
} as const;

export type WatchOptions = ValuesOf<typeof WATCH>;
