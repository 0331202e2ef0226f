import type { Given, Option, ValuesOf } from '@fencepost/options';
import { LIMITS } from './limits.js';
import type { LimitSettings } from './limits.js';
import type { LoadSettings } from './load.js';
import { LOAD } from './load.js';
import type { OutputSettings } from './output.js';
import { OUTPUT } from './output.js';
import { RUN } from './run.js';
import type { SearchSettings } from './search.js';
import { SEARCH } from './search.js';

/** The options that a configuration can have, by who reads them: each group is passed on whole. */
export const GROUPS = { run: RUN, search: SEARCH, load: LOAD, limits: LIMITS, output: OUTPUT } as const;

/**
 * What `fencepost.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`) exports: the options of `fencepost check` that are not
 * given on the command line. Paths start from the folder of the file.
 */
export interface FencepostConfig extends Given<LoadSettings>, SearchSettings, LimitSettings, OutputSettings {
  /** What to check if the command line names no file. */
  readonly files?: readonly string[];
}

type AllValues = ValuesOf<typeof RUN & typeof LOAD & typeof SEARCH & typeof LIMITS & typeof OUTPUT>;

/** A configuration that was found to be right: durations in seconds, paths as the command line would have them. */
export type Settings = { readonly [Key in keyof FencepostConfig]?: NonNullable<AllValues[Key]> };

/** All of them, by their keys. */
export function allOptions(): readonly (readonly [key: string, option: Option<unknown>])[] {
  return Object.values(GROUPS).flatMap((table) => Object.entries<Option<unknown>>(table));
}
