import type { LocalStates } from '@fencepost/core';
import { exploreBounded } from '../bounded/explore-bounded.js';
import type { BoundReport } from '../bounded/explore-bounded.js';
import type { Exploration } from '../exploration.js';
import { exploreSource } from '../source/explore-source.js';
import type { ObserverFactory } from './observer.js';
import type { MonitoredModel, WitnessedViolation } from './witnessed.js';
import { witnessedMonitors } from './witnessed.js';

export interface MonitoredOptions {
  readonly models: readonly MonitoredModel[];
  /** Search by rising numbers of preemptions, up to this one; without it, by Source-DPOR. */
  readonly preemptions?: number;
  /** Stop after so many executions (bounded search only). */
  readonly budget?: number;
  /** Called after each execution of the search. */
  readonly onExecution?: () => void;
}

export interface MonitoredExploration {
  /** The search under SC: its failures are failures everywhere. */
  readonly sc: Exploration;
  /** Every SC execution was explored: then no violation means robust. */
  readonly complete: boolean;
  readonly bounds?: readonly BoundReport[];
  /**
   * Distinct pairs of operations, each with an execution that shows it, and after how many SC executions it was seen. The
   * local states of a witness's trace may be forgotten when the search is over; its schedule can be replayed any time.
   */
  readonly violations: readonly (WitnessedViolation & { readonly after: number })[];
}

/**
 * Explores SC executions only, with the monitors on. These are the borderline monitors, whose answers depend on the
 * trace only: so it is enough that either search reaches every trace once.
 */
export function exploreMonitored(states: LocalStates, options: MonitoredOptions): MonitoredExploration {
  const violations: (WitnessedViolation & { after: number })[] = [];
  let executions = 0;
  const observe: ObserverFactory = (view) =>
    witnessedMonitors(
      states,
      options.models,
      () => view.recorded(),
      (violation) => violations.push({ ...violation, after: executions + 1 }),
    );
  const onExecution = (): void => {
    executions++;
    options.onExecution?.();
  };
  const { preemptions, budget } = options;
  if (preemptions === undefined) {
    const sc = exploreSource(states, { model: 'sc', observe, onExecution });
    return { sc, complete: true, violations };
  }
  const sc = exploreBounded(states, {
    mostPreemptions: preemptions,
    ...(budget !== undefined && { budget }),
    observe,
    onExecution,
  });
  return { sc, complete: sc.complete, bounds: sc.bounds, violations };
}
