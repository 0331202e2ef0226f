import type { ModelName } from '@fencepost/core';
import { FencepostError, modelNamed, modelNames } from '@fencepost/core';
import type { LitmusDialect, LitmusTest } from './test.js';

/** Refuses a model under which the instructions of the test have no meaning. */
export function requireModel({ dialect, site }: LitmusTest, model: ModelName): void {
  const { title, describes } = modelNamed(model);
  if (dialect === 'C' || describes === undefined) return;
  throw new FencepostError(
    'MODEL_UNSUPPORTED',
    `${title} is a model of ${describes}, and this is a test of ${dialect} instructions`,
    { site, hint: `models for it are ${modelNames((one) => one.describes === undefined).join(', ')}` },
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
