import type { ValuesOf } from '@fencepost/options';
import { adapted, choice, duration, flag, option } from '@fencepost/options';
import { LIMITS } from '../../options/limits.js';
import { OUTPUT } from '../../options/output.js';
import { listed } from '../../options/words.js';

const STATUS_FORMATS = ['text', 'json', 'html'] as const;

export const INIT_OPTIONS = {
  roles: option('roles', flag, { otherwise: false, help: 'also create roles for submitting, working and reading' }),
} as const;

export const SUBMIT_OPTIONS = {
  wait: option('wait', flag, {
    otherwise: false,
    common: true,
    help: 'wait until the run is complete, and print the report',
  }),
} as const;

export const WORK_OPTIONS = {
  jobs: { ...LIMITS.jobs, help: 'explore with N threads (default: one per core)' },
  untilIdle: option('until-idle', flag, { otherwise: false, help: 'exit when no run is open' }),
} as const;

export const PRUNE_OPTIONS = {
  olderThan: option('older-than', duration, { help: 'runs that ended at least this long ago: 12h, 30d' }),
} as const;

export const STATUS_OPTIONS = {
  watch: option('watch', flag, { otherwise: false, help: 'repeat every two seconds until the run ends' }),
  format: adapted(
    OUTPUT.format,
    choice(() => STATUS_FORMATS, 'format', 'FORMAT'),
    { otherwise: 'text' as const, help: listed(STATUS_FORMATS, 'text') },
  ),
  reports: { ...OUTPUT.reports, help: 'also write a page: html=FILE' },
} as const;

export type InitOptions = ValuesOf<typeof INIT_OPTIONS>;
export type SubmitOptions = ValuesOf<typeof SUBMIT_OPTIONS>;
export type WorkOptions = ValuesOf<typeof WORK_OPTIONS>;
export type PruneOptions = ValuesOf<typeof PRUNE_OPTIONS>;
export type StatusOptions = ValuesOf<typeof STATUS_OPTIONS>;
