import type { FencepostError } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import type { Option } from '@fencepost/options';
import { didYouMean, usageError } from '@fencepost/options';
import { allOptions } from './groups.js';

/**
 * Reads settings of this kind: those of a configuration, or of a check in a test file. Paths are relative to `folder`.
 * `others`: settings that are read elsewhere. `wrong` creates the error for an invalid setting.
 */
export function readOptions(
  given: object,
  kind: 'inConfig' | 'perCheck',
  folder: string,
  others: readonly string[] = [],
  wrong: (key: string, error: FencepostError) => FencepostError = (_, error) => error,
): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      try {
        return [key, optionNamed(key, kind, others).kind.fromValue(value, key, folder)];
      } catch (error) {
        throw isFencepostError(error) ? wrong(key, error) : error;
      }
    }),
  );
}

function optionNamed(key: string, kind: 'inConfig' | 'perCheck', others: readonly string[]): Option<unknown> {
  const known = allOptions().filter(([, option]) => option[kind]);
  const found = known.find(([name]) => name === key);
  if (found !== undefined) return found[1];
  const names = [...others, ...known.map(([name]) => name)];
  throw usageError(`there is no setting '${key}'`, didYouMean(key, names) ?? `settings are ${names.join(', ')}`);
}
