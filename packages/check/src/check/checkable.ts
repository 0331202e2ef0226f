import type { ModelName } from '@fencepost/core';
import {
  FencepostError,
  REFERENCE_MODEL,
  hasPreservedOrder,
  isChecked,
  isMonitored,
  modelNamed,
  modelNames,
} from '@fencepost/core';
import type { CheckMethod } from '@fencepost/report';

/** Throws for a model under which this method cannot check programs. The message names what the model lacks. */
export function requireCheckable(name: ModelName, method: CheckMethod): void {
  const model = modelNamed(name);
  if (!isChecked(model)) {
    const lacks = hasPreservedOrder(model)
      ? 'machine with store buffers, and no axioms, to show executions'
      : 'preserved program order, which the graph explorer needs';
    throw unsupported(`programs cannot be checked under ${name}: it has no ${lacks}`, modelNames(isChecked));
  }
  if (method === 'monitor' && name !== REFERENCE_MODEL && !isMonitored(model)) {
    throw new FencepostError('MODEL_UNSUPPORTED', `there is no monitor for the model ${name}`, {
      hint: `monitors support ${modelNames(isMonitored).join(' and ')}; the method graph explores all executions of ${name}`,
    });
  }
}

function unsupported(message: string, others: readonly ModelName[]): FencepostError {
  return new FencepostError('MODEL_UNSUPPORTED', message, {
    hint: `models that can be checked are ${others.join(', ')}`,
  });
}
