import { MODEL_NAMES } from '@fencepost/core';
import type { CheckedModel } from '@fencepost/check';
import { choose } from '../cli/terminal/arguments.js';
import { usageError } from '../errors.js';

/** Models that programs can be checked under, by their names; each once. */
export function checkedModels(names: readonly string[]): CheckedModel[] {
  return [...new Set(names.map(checkedModel))];
}

function checkedModel(name: string): CheckedModel {
  const model = choose(name, MODEL_NAMES, 'model');
  if (model !== 'pslo') return model;
  throw usageError(
    'programs cannot be checked under pslo, only tested',
    'programs: fencepost test --model pslo; litmus tests: fencepost litmus --model pslo --explorer oracle',
  );
}
