import { FencepostError, isFencepostError } from '@fencepost/core';
import type { CheckSettings } from '@fencepost/javascript';
import { didYouMean } from './arguments.js';
import { READERS, secondsOf } from './config-values.js';
import { usageError } from '../errors.js';

/** For each setting of a check, what takes its value. */
const TAKES: { readonly [Key in keyof CheckSettings]-?: (value: unknown, key: string) => CheckSettings[Key] } = {
  models: (value, key) => READERS.models(value, key, ''),
  races: (value, key) => READERS.races(value, key, ''),
  allowRelaxed: (value, key) => READERS.allowRelaxed(value, key, ''),
  all: (value, key) => READERS.all(value, key, ''),
  maxExecutions: (value, key) => READERS.maxExecutions(value, key, ''),
  maxSeconds: secondsOf,
  maxDepth: (value, key) => READERS.maxDepth(value, key, ''),
  unroll: (value, key) => READERS.unroll(value, key, ''),
  daemons: (value, key) => READERS.daemons(value, key, ''),
  seed: (value, key) => READERS.seed(value, key, ''),
};

/** The settings of a check in a test file, found to be right. */
export function checkSettings(name: string, given: unknown): CheckSettings {
  try {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw usageError('its settings are no object', "write: check('name', { models: ['tso'] }, (t) => { … })");
    }
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries.map(([key, value]) => [key, read(key, value)]));
  } catch (error) {
    if (!isFencepostError(error)) throw error;
    const { message, hint } = error;
    throw new FencepostError('USAGE', `check '${name}': ${message}`, hint === undefined ? {} : { hint });
  }
}

function read(key: string, value: unknown): unknown {
  if (Object.hasOwn(TAKES, key)) return TAKES[key as keyof CheckSettings](value, key);
  const known = Object.keys(TAKES);
  throw usageError(`there is no setting '${key}'`, didYouMean(key, known) ?? `settings are ${known.join(', ')}`);
}
