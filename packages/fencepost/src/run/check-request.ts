import type { ValuesOf } from '@fencepost/options';
import { defaultsOf } from '@fencepost/options';
import type { LoadOptions } from '../load/loaded-program.js';
import { readSettings } from '../options/config.js';
import type { Settings } from '../options/groups.js';
import { GROUPS } from '../options/groups.js';
import type { Limits } from '../options/limits.js';
import type { SearchOptions } from '../options/search.js';

/** The part of a request that concerns the check itself, independent of its origin. */
export interface CheckRequest {
  /** Options for loading programs. */
  readonly load: LoadOptions;
  /** Options of the search. */
  readonly search: SearchOptions;
  readonly limits: Limits;
}

/** Returns the request of a caller. Its options are read and validated like those of a configuration. */
export function requestFor(given: object): CheckRequest {
  return requestFrom(readSettings(given));
}

/** Returns the request of a configuration. */
export function requestFrom(settings: Settings): CheckRequest {
  const { load, search, limits } = GROUPS;
  return { load: filled(load, settings), search: filled(search, settings), limits: filled(limits, settings) };
}

/** Returns the values of a group: those of the settings, otherwise the defaults. */
function filled<Table extends object>(table: Table, settings: Settings): ValuesOf<Table> {
  const own = Object.entries(settings).filter(([key]) => Object.hasOwn(table, key));
  return { ...defaultsOf(table), ...Object.fromEntries(own) };
}
