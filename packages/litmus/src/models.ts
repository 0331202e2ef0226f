import type { MemoryModel, ModelName } from '@fencepost/core';
import {
  FencepostError,
  defaultModels,
  hasKeptOrder,
  hasMachine,
  isOfLanguage,
  modelNamed,
  modelNames,
} from '@fencepost/core';
import { ENUMERATED_MODELS } from './enumerate.js';
import type { LitmusDialect, LitmusTest } from './test.js';

/** The models that a test is asked about by default. */
export function modelsOf({ dialect }: LitmusTest): ModelName[] {
  return defaultModels(dialect === 'C' || dialect === 'AArch64' ? `litmus ${dialect}` : 'litmus');
}

/** Refuses a model under which the instructions of the test have no meaning. */
export function requireModel({ dialect, site }: LitmusTest, model: ModelName): void {
  const described = modelNamed(model);
  if (dialect === 'AArch64' ? ENUMERATED_MODELS.includes(model) : isExplored(described, dialect)) return;
  if (dialect === 'AArch64' || !isOfLanguage(described)) {
    throw new FencepostError('MODEL_UNSUPPORTED', `${described.title} is no model of ${dialect}`, {
      site,
      hint: `models for it are ${modelsFor(dialect).join(', ')}`,
    });
  }
  throw new FencepostError(
    'MODEL_UNSUPPORTED',
    `${described.title} is a model of C, and this is a test of ${dialect} instructions`,
    { site, hint: `models for it are ${modelsFor(dialect).join(', ')}` },
  );
}

function modelsFor(dialect: LitmusDialect): readonly ModelName[] {
  return dialect === 'AArch64' ? ENUMERATED_MODELS : modelNames((model) => isExplored(model, dialect));
}

function isExplored(model: MemoryModel, dialect: LitmusDialect): boolean {
  return (hasKeptOrder(model) || hasMachine(model)) && (dialect === 'C' || !isOfLanguage(model));
}

/** Collections have rows for several readings of a model: which of them is ours, unless it has the model's name. */
const REFERENCES: Readonly<Partial<Record<LitmusDialect, Readonly<Record<ModelName, string>>>>> = {
  C: { rc11: 'rc11-cpp20' },
  AArch64: { arm64: 'aarch64-nolb' },
};

/** What rows of reference results call a model. */
export function referenceName(dialect: LitmusDialect, model: ModelName): string {
  return REFERENCES[dialect]?.[model] ?? model;
}
