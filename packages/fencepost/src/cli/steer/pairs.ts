import type { ModelName } from '@fencepost/core';
import type { SteeredPair } from '@fencepost/recorder';
import { monitorEvents, retriedPairs, runOfBinary } from '@fencepost/recording';
import { inFile, usageError } from '../../errors.js';
import { readText } from '../../files/files.js';
import { openBinary } from '../monitor/open-file.js';
import { placesOf } from '../monitor/places.js';

/** A pair, as it is shown. */
export interface NamedPair extends SteeredPair {
  readonly operation: string;
  readonly write: string;
}

/** A recording, as steering uses it. */
export interface SteeredRecording {
  readonly file: string;
  /** Pairs that the monitor finds: an operation, and the write that it could come before. */
  readonly pairs: readonly NamedPair[];
  /** Number of further pairs, whose operation would only be tried again. */
  readonly retried: number;
  /** The recorded program and its libraries. */
  readonly modules: readonly string[];
}

export function recordingsIn(files: readonly string[], model: ModelName): Promise<SteeredRecording[]> {
  return Promise.all(files.map((file) => inFile(file, () => recordingIn(file, model))));
}

/** Returns the pairs of all recordings, each once. */
export function pairsIn(recordings: readonly SteeredRecording[]): NamedPair[] {
  const found = new Map<string, NamedPair>();
  for (const pair of recordings.flatMap(({ pairs }) => pairs)) {
    const key = [pair.early, pair.late].map(({ module, offset }) => `${offset}@${module}`).join('\t');
    if (!found.has(key)) found.set(key, pair);
  }
  return [...found.values()];
}

/**
 * Returns the pairs by the places that users see: the compiler makes several instructions of one place, and includes
 * functions in several others.
 */
export function byPlaces(pairs: readonly NamedPair[]): readonly NamedPair[][] {
  const groups = new Map<string, NamedPair[]>();
  for (const pair of pairs) {
    const key = `${pair.operation}\n${pair.write}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()];
}

/** Returns pairs that no run can steer into: they only tell whether one of the recorded modules is loaded. */
export function pairsOfModules({ modules }: SteeredRecording): SteeredPair[] {
  return modules.map((module) => ({ early: { module, offset: 1 }, late: { module, offset: 1 } }));
}

function recordingIn(file: string, model: ModelName): SteeredRecording {
  const binary = openBinary(file, false);
  if (binary === undefined) {
    // Reports the reason if it cannot be read.
    readText(file);
    throw usageError(`${file} is not a recording of fencepost record`, 'the program comes after --');
  }
  const run = runOfBinary(binary, file);
  const { departures } = monitorEvents(run, [model]);
  const { sites } = binary.sites;
  const retried = retriedPairs(run, departures);
  // Unrecorded synchronisation may forbid the excused pairs.
  const certain = departures.filter((pair) => pair.isExcused !== true && !retried.has(pair));
  const pairs = certain.map(({ site, writeSite }) => {
    const [operation, write] = placesOf(site, writeSite, run);
    return { early: sites[site]!, late: sites[writeSite]!, operation, write };
  });
  const modules = new Set(sites.flatMap(({ module }) => (module === undefined ? [] : [module])));
  return { file, pairs, retried: retried.size, modules: [...modules].toSorted() };
}
