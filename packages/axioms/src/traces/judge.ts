import type { ModelName, Trace } from '@fencepost/core';
import { ARM64 } from '../models/armv8.js';
import type { JudgingModel } from '../models/model.js';
import { RC11 } from '../models/rc11.js';
import type { Changes } from './execution-of.js';
import { executionOf } from './execution-of.js';

const JUDGES: readonly JudgingModel[] = [RC11, ARM64];

/** Returns the axioms of a memory model; undefined if there are none. */
function axiomsOf(name: ModelName): JudgingModel | undefined {
  return JUDGES.find((model) => model.name === name);
}

/** Whether the memory model has axioms that can judge traces. */
export function canJudge(name: ModelName): boolean {
  return axiomsOf(name) !== undefined;
}

/** Returns the axiom of the model that the trace violates; undefined if it is an execution of the model. */
export function violatedAxiom(trace: Trace, name: ModelName, changes?: Changes): string | undefined {
  const model = axiomsOf(name);
  if (model === undefined) throw new Error(`the model ${name} has no axioms`);
  return model.violated(executionOf(trace, model, changes).execution);
}

/** Whether the two operations of the trace race under the model. */
export function isRace(trace: Trace, name: ModelName, [a, b]: readonly [number, number], changes?: Changes): boolean {
  const model = axiomsOf(name);
  if (model?.races === undefined) throw new Error(`the model ${name} has no data races`);
  const { execution, first } = executionOf(trace, model, changes);
  return model.races(execution).has(first[a]!, first[b]!);
}
