import { FencepostError, isChecked, modelNamed, modelNamesOf } from '@fencepost/core';
import type { CheckSettings } from '@fencepost/javascript';

/** The settings that a search takes. */
export type ReadSettings = Omit<CheckSettings, 'maxTime' | 'unroll'>;

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

const isList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Predicates for the settings, and descriptions of their valid values. */
const SETTINGS: Readonly<Record<string, readonly [is: (value: unknown) => boolean, words: string]>> = {
  models: [isList, 'a list of names'],
  daemons: [isList, 'a list of names'],
  races: [isBoolean, 'true or false'],
  allowRelaxed: [isBoolean, 'true or false'],
  all: [isBoolean, 'true or false'],
  maxExecutions: [isCount, 'a whole number'],
  maxDepth: [isCount, 'a whole number'],
  seed: [isCount, 'a whole number'],
  unroll: [isCount, 'a whole number'],
  maxTime: [(value) => typeof value === 'number' || typeof value === 'string', 'a duration'],
};

/** Reads the settings of a check. `others`: names of settings that were already read. */
export function checkSettings(name: string, given: object, others: readonly string[]): ReadSettings {
  const entries = Object.entries(given).filter(([key, value]) => value !== undefined && !others.includes(key));
  const wrong = (message: string): FencepostError => new FencepostError('USAGE', `check '${name}': ${message}`);
  for (const [key, value] of entries) {
    const setting = SETTINGS[key];
    if (setting === undefined) throw wrong(`there is no setting '${key}'`);
    if (!setting[0](value)) throw wrong(`${key} must be ${setting[1]}`);
  }
  // The page limits the time of all checks, and loops were unrolled when the program was made.
  const { maxTime: _, unroll: __, ...settings } = Object.fromEntries(entries) as CheckSettings;
  for (const model of modelNamesOf(settings.models ?? [], () => [])) {
    if (!isChecked(modelNamed(model))) throw wrong(`programs cannot be checked under ${model}`);
  }
  return settings;
}
