import type { MemoryModel, ModelName } from '@fencepost/core';
import {
  REFERENCE_MODEL,
  chosenModel,
  isChecked,
  isJudged,
  isWatched,
  isTested,
  modelNamed,
  modelNames,
  modelNamesOf,
} from '@fencepost/core';
import { usageError } from '../errors.js';

/** Validates the name or alias of a model, and returns its name. */
export function anyModel(name: string): ModelName {
  return chosenModel(name);
}

/** Validates the name of a model that programs can be checked under. */
export function checkedModel(name: string): ModelName {
  const model = anyModel(name);
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

/** Validates the name of a model that programs can be tested under. */
export function testedModel(name: string): ModelName {
  const model = anyModel(name);
  if (isTested(modelNamed(model))) return model;
  throw usageError(
    `programs are tested under ${modelNames(isTested).join(', ')}, not under ${model}`,
    model === REFERENCE_MODEL
      ? `tests also find failures under ${model}; to explore ${model}: fencepost check --model ${model}`
      : `the model ${model} has no operational machine of its own; to explore its executions: fencepost check --model ${model}`,
  );
}

/** Validates the name of a model under which orders can be weakened: one that gives each order a meaning. */
export function relaxedModel(name: string): ModelName {
  const model = anyModel(name);
  const described = modelNamed(model);
  if (isRelaxed(described)) return model;
  throw usageError(
    `orders cannot be weakened under ${model}: it keeps loads in order whatever the source says, so it would accept orders that are too weak for compilers and other machines`,
    `models for it are ${modelNames(isRelaxed).join(', ')}`,
  );
}

/** Whether the model gives each order a meaning. */
export function isRelaxed(model: MemoryModel): boolean {
  return isChecked(model) && isJudged(model);
}

/** Validates the name of a model that monitors of recordings support. */
export function watchedModel(name: string): ModelName {
  const model = anyModel(name);
  if (isWatched(modelNamed(model))) return model;
  throw usageError(
    `monitors of recordings support ${modelNames(isWatched).join(', ')}, not ${model}`,
    isChecked(modelNamed(model)) ? `to explore its executions: fencepost check --model ${model}` : undefined,
  );
}

/** Returns those of the given models that programs can be tested under; undefined if none were given. */
export function testedAmong(models: readonly string[] | undefined): ModelName[] | undefined {
  const chosen = models && modelNamesOf(models, () => modelNames(isTested));
  return chosen && modelNames(isTested).filter((model) => chosen.includes(model));
}
