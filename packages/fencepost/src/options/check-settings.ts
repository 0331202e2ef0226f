import { FencepostError, isFencepostError } from '@fencepost/core';
import type { CheckSettings } from '@fencepost/javascript';
import { usageError } from '../errors.js';
import { didYouMean } from './choose.js';
import type { Option } from './option.js';
import { OPTIONS } from './table.js';

/** The settings of a check, found to be right. */
export interface ReadCheckSettings extends Omit<CheckSettings, 'maxTime'> {
  /** In seconds. */
  readonly maxTime?: number;
}

/** Reads the settings of a check in a test file. */
export function checkSettings(name: string, given: unknown): ReadCheckSettings {
  try {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw usageError('its settings are not an object', "write: check('name', { models: ['tso'] }, (t) => { … })");
    }
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries.map(([key, value]) => [key, settingNamed(key).kind.fromValue(value, key, '')]));
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    const { message, hint } = error;
    throw new FencepostError('USAGE', `check '${name}': ${message}`, hint === undefined ? {} : { hint });
  }
}

function settingNamed(key: string): Option<unknown> {
  const known = Object.entries(OPTIONS).filter(([, { perCheck }]) => perCheck);
  const found = known.find(([name]) => name === key);
  if (found !== undefined) return found[1];
  const names = known.map(([name]) => name);
  throw usageError(`there is no setting '${key}'`, didYouMean(key, names) ?? `settings are ${names.join(', ')}`);
}
