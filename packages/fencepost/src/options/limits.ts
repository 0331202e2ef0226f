import type { Option, ValuesOf } from '@fencepost/options';
import { duration, setting, size, wholeNumber } from '@fencepost/options';
import { defaultJobs } from './default-jobs.js';

/** Resource limits of a run: settings of a configuration. */
export interface LimitSettings {
  /** Maximum number of executions. */
  readonly maxExecutions?: number;
  /** Time limit in seconds, or as '500ms', '90s', '5m', '1h'. */
  readonly maxTime?: number | string;
  /** Memory limit of the process, such as '512m' or '4g'; default: three quarters of the available memory. */
  readonly maxMemory?: string;
  /** Number of parallel search threads; default: one per core. The findings do not depend on it. */
  readonly jobs?: number;
}

/** No machine has more cores, and each job takes a thread. */
const MOST_JOBS = 1024;

export const LIMITS = {
  maxExecutions: setting('max-executions', wholeNumber(1), {
    perCheck: true,
    resumable: true,
    help: 'stop after N executions',
  }),
  maxTime: setting('max-time', duration, {
    perCheck: true,
    resumable: true,
    common: true,
    help: 'stop after 90s, 5m, 1h',
  }),
  maxMemory: setting('max-memory', size, {
    resumable: true,
    help: 'stop at 512m, 4g (default: 3/4 of the physical memory)',
  }),
  jobs: setting('jobs', wholeNumber(1, MOST_JOBS), {
    otherwise: defaultJobs(),
    resumable: true,
    help: 'use N threads (default: one per core)',
  }),
} as const satisfies Readonly<Record<keyof LimitSettings, Option<unknown>>>;

export type Limits = ValuesOf<typeof LIMITS>;
