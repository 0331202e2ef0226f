import type { AxiomaticModel, SizedModel } from '@fencepost/axioms';
import { AARCH64, AARCH64_NO_LB, SC, SIZED_AARCH64, SIZED_AARCH64_NO_LB, SIZED_SC } from '@fencepost/axioms';
import type { ModelName } from '@fencepost/core';
import type { AxiomaticAnswer } from './axiomatic/answer.js';
import { axiomaticAnswer } from './axiomatic/answer.js';
import type { AArch64Test } from './axiomatic/test.js';
import { sizedAnswer } from './sized/answer.js';
import type { SizedTest } from './sized/test.js';

interface Axioms {
  readonly whole: AxiomaticModel;
  readonly sized: SizedModel;
}

/** Axioms of the models for AArch64 instructions, with their dependencies: for accesses of one size, and of several. */
const MODELS: Readonly<Record<ModelName, Axioms>> = {
  sc: { whole: SC, sized: SIZED_SC },
  arm64: { whole: AARCH64_NO_LB, sized: SIZED_AARCH64_NO_LB },
  aarch64: { whole: AARCH64, sized: SIZED_AARCH64 },
};

/** Enumerates the executions of a test that the model allows. */
export function enumerateTest(test: AArch64Test | SizedTest, model: ModelName): AxiomaticAnswer {
  const { whole, sized } = MODELS[model]!;
  return 'sized' in test ? sizedAnswer(test, sized) : axiomaticAnswer(test, whole);
}
