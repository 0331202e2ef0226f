import type { FencepostError } from '@fencepost/core';
import { isFencepostError } from '@fencepost/core';
import type { Option } from '@fencepost/options';
import { didYouMean, similarTo, usageError } from '@fencepost/options';
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
  const entries = Object.entries(plain(given)).filter(([, value]) => value !== undefined);
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

/** Copies an exported value. Reading it may run code of the user; throws USAGE if that code throws. */
function plain(given: object): object {
  try {
    return copied({ ...given }, MOST_LEVELS) as object;
  } catch (error) {
    throw usageError(`the settings cannot be read: ${thrown(error)}`, 'use plain values, without getters or proxies');
  }
}

/** No setting has more. */
const MOST_LEVELS = 10;

function copied(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) return Array.from(value, (each) => copied(each, levels - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copied(each, levels - 1)]));
}

/** Returns the text of a thrown value, which may be anything. */
function thrown(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'the thrown value cannot be converted to text';
  }
}

function optionNamed(key: string, kind: 'inConfig' | 'perCheck', others: readonly string[]): Option<unknown> {
  const known = allOptions().filter(([, option]) => option[kind]);
  const found = known.find(([name]) => name === key);
  if (found !== undefined) return found[1];
  const names = [...others, ...known.map(([name]) => name)];
  throw usageError(
    `there is no setting '${key}'`,
    didYouMean(key, names) ?? `the most similar are ${similarTo(key, names, 3).join(', ')}`,
  );
}
