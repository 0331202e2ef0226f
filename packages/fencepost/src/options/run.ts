import type { ValuesOf } from '@fencepost/options';
import { fileList, flag, option, setting, text } from '@fencepost/options';

/** Files, configuration and resumption of a command. */
export const RUN = {
  files: setting(null, fileList, { otherwise: [] }),
  config: option('config', text('FILE'), {
    resumable: true,
    help: 'default: fencepost.config.ts, .mts, .js, .mjs or .json',
  }),
  noConfig: option('no-config', flag, { otherwise: false, resumable: true, help: 'ignore the configuration file' }),
  resume: option('resume', text('TOKEN'), {
    resumable: true,
    common: true,
    help: "resume a stopped search ('last': newest of this folder)",
  }),
} as const;

export type RunOptions = ValuesOf<typeof RUN>;
