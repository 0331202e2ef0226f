import type { LocalStates, ModelName, Violation, Witness } from '@fencepost/core';
import { FencepostError, isMonitored, modelNamed, modelNames, witnessOf } from '@fencepost/core';
import type { Observer, RunView } from '../shared/observer.js';
import { BorderlineMonitor } from './borderline.js';
import { together } from './monitors.js';

/** A violation, and an execution under the model that shows it. */
export type WitnessedViolation = Violation & { readonly witness: Witness };

/** Returns the borderline monitors of these models. `run` is the execution they watch. */
export function witnessedMonitors(
  states: LocalStates,
  models: readonly ModelName[],
  run: RunView,
  onViolation: (violation: WitnessedViolation) => void,
): Observer {
  const confirm = (violation: Violation): void => {
    const witness = witnessOf(states, run.recorded(), violation);
    if (witness === undefined) throw new Error('a monitor reported a violation that cannot be reproduced');
    onViolation({ ...violation, witness });
  };
  return together(
    models.map((model) => {
      if (isMonitored(modelNamed(model))) return new BorderlineMonitor(states, model, confirm, run);
      throw new FencepostError('MODEL_UNSUPPORTED', `there is no monitor for the model ${model}`, {
        hint: `monitors support ${modelNames(isMonitored).join(' and ')}`,
      });
    }),
  );
}
