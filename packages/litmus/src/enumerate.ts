import type { AxiomaticModel } from '@fencepost/axioms';
import { AARCH64, AARCH64_NO_LB, SC } from '@fencepost/axioms';
import type { ModelName } from '@fencepost/core';
import type { AxiomaticAnswer } from './axiomatic/answer.js';
import { axiomaticAnswer } from './axiomatic/answer.js';
import type { AArch64Test } from './axiomatic/test.js';

/** Axioms of the models for AArch64 instructions, with their dependencies. */
const MODELS: Readonly<Record<ModelName, AxiomaticModel>> = { sc: SC, arm64: AARCH64_NO_LB, aarch64: AARCH64 };

/** Enumerates the executions of a test that the model allows. */
export function enumerateTest(test: AArch64Test, model: ModelName): AxiomaticAnswer {
  return axiomaticAnswer(test, MODELS[model]!);
}
