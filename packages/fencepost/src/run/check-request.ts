import type { ValuesOf } from '@fencepost/options';
import { defaultsOf } from '@fencepost/options';
import type { LoadOptions } from '../load/loaded-program.js';
import { readSettings } from '../options/config.js';
import type { Settings } from '../options/groups.js';
import { GROUPS } from '../options/groups.js';
import type { Limits } from '../options/limits.js';
import type { SearchOptions } from '../options/search.js';

/** What matters to a check itself, wherever it is asked for. */
export interface CheckRequest {
  /** How programs are made of files. */
  readonly load: LoadOptions;
  /** What is looked for. */
  readonly search: SearchOptions;
  readonly limits: Limits;
}

/** What a caller asks for: options are read like those of a configuration, and refused like them. */
export function requestFor(given: object): CheckRequest {
  return requestFrom(readSettings(given));
}

/** What a configuration asks for. */
export function requestFrom(settings: Settings): CheckRequest {
  const { load, search, limits } = GROUPS;
  return { load: filled(load, settings), search: filled(search, settings), limits: filled(limits, settings) };
}

/** A group with what the settings say. */
function filled<Table extends object>(table: Table, settings: Settings): ValuesOf<Table> {
  const own = Object.entries(settings).filter(([key]) => Object.hasOwn(table, key));
  return { ...defaultsOf(table), ...Object.fromEntries(own) };
}
