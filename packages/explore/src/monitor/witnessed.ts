import type { LocalStates, Recorder } from '@fencepost/core';
import { MONITORS, together } from './monitors.js';
import type { Observer } from '../shared/observer.js';
import type { Violation } from './violation.js';
import type { Witness } from './witness.js';
import { witnessOf } from './witness.js';

/** The models that borderline monitors answer for. */
export type MonitoredModel = 'tso' | 'pso';

/** A violation, and an execution under the model that shows it. */
export type WitnessedViolation = Violation & { readonly witness: Witness };

/** The borderline monitors of these models; `soFar` is what the execution they watch has done. */
export function witnessedMonitors(
  states: LocalStates,
  models: readonly MonitoredModel[],
  soFar: () => Recorder,
  onViolation: (violation: WitnessedViolation) => void,
): Observer {
  const confirm = (violation: Violation): void => {
    const witness = witnessOf(states, soFar(), violation);
    if (witness === undefined) throw new Error('a monitor reported a violation that cannot be made to happen');
    onViolation({ ...violation, witness });
  };
  return together(models.map((model) => MONITORS[`borderline-${model}`](states, confirm)));
}
