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

/** The options of a configuration, grouped by the part that reads them. Each group is passed on as a whole. */
export const GROUPS = { run: RUN, search: SEARCH, load: LOAD, limits: LIMITS, output: OUTPUT } as const;

/**
 * The export of `fencepost.config.ts` (or `.mts`, `.js`, `.mjs`, `.json`): the options of `fencepost check` that are
 * not given on the command line. Paths are relative to the folder of the file.
 */
export interface FencepostConfig extends Given<LoadSettings>, SearchSettings, LimitSettings, OutputSettings {
  /** The files to check if the command line names none. */
  readonly files?: readonly string[];
}

type AllValues = ValuesOf<typeof RUN & typeof LOAD & typeof SEARCH & typeof LIMITS & typeof OUTPUT>;

/** A validated configuration: durations in seconds, paths as on the command line. */
export type Settings = { readonly [Key in keyof FencepostConfig]?: NonNullable<AllValues[Key]> };

/** Returns all options, by their keys. */
export function allOptions(): readonly (readonly [key: string, option: Option<unknown>])[] {
  return Object.values(GROUPS).flatMap((table) => Object.entries<Option<unknown>>(table));
}
