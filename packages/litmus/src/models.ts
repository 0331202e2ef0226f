import type { ModelName } from '@fencepost/core';
import { FencepostError, isOfLanguage, modelNamed, modelNames } from '@fencepost/core';
import type { LitmusDialect, LitmusTest } from './test.js';

/** Refuses a model under which the instructions of the test have no meaning. */
export function requireModel({ dialect, site }: LitmusTest, model: ModelName): void {
  const described = modelNamed(model);
  if (dialect === 'C' || !isOfLanguage(described)) return;
  throw new FencepostError(
    'MODEL_UNSUPPORTED',
    `${described.title} is a model of C, and this is a test of ${dialect} instructions`,
    { site, hint: `models for it are ${modelNames((one) => !isOfLanguage(one)).join(', ')}` },
  );
}

/** Collections have rows for several readings of a model: which of them is ours, unless it has the model's name. */
const REFERENCES: Readonly<Partial<Record<LitmusDialect, Readonly<Record<ModelName, string>>>>> = {
  C: { rc11: 'rc11-cpp20' },
};

/** What rows of reference results call a model. */
export function referenceName(dialect: LitmusDialect, model: ModelName): string {
  return REFERENCES[dialect]?.[model] ?? model;
}
