import type { ModelName } from '@fencepost/core';
import type { SteeredPair } from '@fencepost/recorder';
import { monitorEvents, runOfBinary } from '@fencepost/recording';
import { inFile, usageError } from '../../errors.js';
import { readText } from '../../files/files.js';
import { openBinary } from '../monitor/open-file.js';

/** Returns the pairs that the monitor finds in recordings: an operation, and the write that it could come before. */
export function pairsIn(files: readonly string[], model: ModelName): Promise<SteeredPair[]> {
  return Promise.all(files.map((file) => inFile(file, () => pairsOf(file, model)))).then((all) => all.flat());
}

function pairsOf(file: string, model: ModelName): SteeredPair[] {
  const binary = openBinary(file, false);
  if (binary === undefined) {
    // Reports the reason if it cannot be read.
    readText(file);
    throw usageError(`${file} is not a recording of fencepost record`, 'the program comes after --');
  }
  const { departures } = monitorEvents(runOfBinary(binary, file), [model]);
  const { sites } = binary.sites;
  // Unrecorded synchronisation may forbid the excused pairs.
  const certain = departures.filter(({ isExcused }) => isExcused !== true);
  return certain.map(({ site, writeSite }) => ({ early: sites[site]!, late: sites[writeSite]! }));
}
