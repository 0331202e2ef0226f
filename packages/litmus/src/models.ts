import type { GivenModel, MemoryModel, ModelName } from '@fencepost/core';
import {
  FencepostError,
  REFERENCE_MODEL,
  defaultModels,
  hasPreservedOrder,
  hasMachine,
  modelNamed,
  modelNames,
  modelNamesOf,
} from '@fencepost/core';
import type { LitmusDialect, LitmusTest } from './test.js';

/**
 * Returns the models of a test: the given ones, by default those of its dialect. `all` stands for every model that
 * gives its instructions a meaning and that `knows` accepts.
 */
export function modelsOf(
  { dialect }: Pick<LitmusTest, 'dialect'>,
  given?: readonly GivenModel[],
  knows: (model: MemoryModel) => boolean = () => true,
): ModelName[] {
  if (given !== undefined) {
    return modelNamesOf(given, () =>
      modelsFor(dialect).filter((name) => dialect === 'AArch64' || knows(modelNamed(name))),
    );
  }
  return defaultModels(dialect === 'C' || dialect === 'AArch64' ? `litmus ${dialect}` : 'litmus');
}

/** Refuses a model under which the instructions of the test have no meaning. */
export function requireModel({ dialect, site }: LitmusTest, model: ModelName): void {
  const { title, describes } = modelNamed(model);
  const able = modelsFor(dialect);
  if (able.includes(model)) return;
  const why =
    describes === undefined || dialect === 'AArch64'
      ? `${title} is not a model of ${dialect}`
      : `${title} is a model of ${describes}, and this is a test of ${dialect} instructions`;
  throw new FencepostError('MODEL_UNSUPPORTED', why, { site, hint: `models for it are ${able.join(', ')}` });
}

/** Returns the models that give the instructions of a dialect a meaning. */
export function modelsFor(dialect: LitmusDialect): readonly ModelName[] {
  return modelNames(dialect === 'AArch64' ? isEnumerated : (model) => isExplored(model, dialect));
}

/** Tests of AArch64 are enumerated (enumerate.ts), under its own models. */
function isEnumerated({ name, describes }: MemoryModel): boolean {
  return describes === 'AArch64' || name === REFERENCE_MODEL;
}

function isExplored(model: MemoryModel, dialect: LitmusDialect): boolean {
  return (hasPreservedOrder(model) || hasMachine(model)) && (dialect === 'C' || hasMeaningForX86(model));
}

/** Compiled C has a meaning under every model; instructions of x86 under its own, and under abstract ones. */
function hasMeaningForX86({ describes }: MemoryModel): boolean {
  return describes === undefined || describes === 'x86';
}

/**
 * Names of our models in result collections, where they differ from the model's name. Collections have rows for several
 * readings of a model.
 */
const REFERENCES: Readonly<Partial<Record<LitmusDialect, Readonly<Record<ModelName, string>>>>> = {
  C: { rc11: 'rc11-cpp20' },
  AArch64: { arm64: 'aarch64-nolb' },
};

/** Returns the name of a model in rows of reference results. */
export function referenceName(dialect: LitmusDialect, model: ModelName): string {
  return REFERENCES[dialect]?.[model] ?? model;
}
