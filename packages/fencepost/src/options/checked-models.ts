import type { ModelName } from '@fencepost/core';
import { isChecked, isTested, modelNamed, modelNames } from '@fencepost/core';
import { choose } from './arguments.js';
import { usageError } from '../errors.js';

/** Models that programs can be checked under, by their names; each once. */
export function checkedModels(names: readonly string[]): ModelName[] {
  return [...new Set(names.map(checkedModel))];
}

function checkedModel(name: string): ModelName {
  const model = choose(name, modelNames(), 'model');
  const described = modelNamed(model);
  if (isChecked(described)) return model;
  if (!isTested(described)) {
    throw usageError(
      `programs cannot be checked under ${model}`,
      `models for it are ${modelNames(isChecked).join(', ')}`,
    );
  }
  throw usageError(
    `programs cannot be checked under ${model}, only tested`,
    `programs: fencepost test --model ${model}; litmus tests: fencepost litmus --model ${model} --explorer oracle`,
  );
}
