import { FencepostError, REFERENCE_MODEL, isFencepostError } from '@fencepost/core';
import type { CheckSettings } from '@fencepost/javascript';
import { usageError } from '../errors.js';
import { readOptions } from './settings.js';

/** The validated settings of a check. */
export interface ReadCheckSettings extends Omit<CheckSettings, 'maxTime'> {
  /** Time limit in seconds. */
  readonly maxTime?: number;
}

/** Reads the settings of a check in a test file. `others`: names of settings that were already read. */
export function checkSettings(name: string, given: unknown, others: readonly string[] = []): ReadCheckSettings {
  try {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw usageError(
        'its settings are not an object',
        `write: check('name', { models: ['${REFERENCE_MODEL}'] }, (t) => { … })`,
      );
    }
    return readOptions(given, 'perCheck', '', others);
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    const { message, hint } = error;
    throw new FencepostError('USAGE', `check '${name}': ${message}`, hint === undefined ? {} : { hint });
  }
}
