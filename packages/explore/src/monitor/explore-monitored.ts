import type { LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL } from '@fencepost/core';
import { BoundedExplorer } from '../bounded/explore-bounded.js';
import type { BoundReport } from '../bounded/explore-bounded.js';
import type { Exploration } from '../results/exploration.js';
import { SourceSearch } from '../source/explore-source.js';
import type { ObserverFactory } from '../shared/observer.js';
import { toTheEnd } from '../shared/to-the-end.js';
import type { WitnessedViolation } from './witnessed.js';
import { witnessedMonitors } from './witnessed.js';

/** Models to monitor, and options of the search under SC. */
export interface MonitoredOptions {
  readonly models: readonly ModelName[];
  /** Maximum number of preemptions of a search by increasing preemptions. If omitted, the search uses Source-DPOR. */
  readonly preemptions?: number;
  /** Stop after this many executions (bounded search only). */
  readonly budget?: number;
  /** Called after each execution of the search. */
  readonly onExecution?: () => void;
}

/** The result of monitoring the executions under SC. */
export interface MonitoredExploration {
  /** The search under SC. Its failures are failures of every model. */
  readonly sc: Exploration;
  /** Whether every SC execution was explored. If so, a program without violations is robust. */
  readonly complete: boolean;
  /** Reports per bound, for a search by preemptions. */
  readonly bounds?: readonly BoundReport[];
  /**
   * Distinct pairs of operations, each with an execution that shows it and the number of SC executions before it was
   * seen. The local states of a witness's trace may be forgotten after the search; its schedule can be replayed at any
   * time.
   */
  readonly violations: readonly (WitnessedViolation & { readonly after: number })[];
}

/** Steps of a search between two progress reports. */
const STEPS = 1 << 14;

/** The progress of a monitored exploration. */
export interface MonitoredProgress {
  readonly executions: number;
  readonly blocked: number;
  /** The current bound of a search by preemptions. */
  readonly preemptions: number | undefined;
}

/**
 * Explores SC executions only, with monitors. Uses the borderline monitors, whose results depend only on the trace, so
 * a search that reaches every trace once is enough.
 */
export function exploreMonitored(states: LocalStates, options: MonitoredOptions): MonitoredExploration {
  return toTheEnd(monitoredExploration(states, options));
}

/** The same exploration as a generator that reports its progress. It ends when `stop` returns true. */
export function* monitoredExploration(
  states: LocalStates,
  options: MonitoredOptions,
  stop: () => boolean = () => false,
): Generator<MonitoredProgress, MonitoredExploration, void> {
  const violations: (WitnessedViolation & { after: number })[] = [];
  let executions = 0;
  const observe: ObserverFactory = (view) =>
    witnessedMonitors(states, options.models, view, (violation) =>
      violations.push({ ...violation, after: executions + 1 }),
    );
  const onExecution = (): void => {
    executions++;
    options.onExecution?.();
  };
  const { preemptions, budget } = options;
  if (preemptions === undefined) {
    const search = new SourceSearch(states, { model: REFERENCE_MODEL, observe, onExecution });
    let more = search.advance(STEPS);
    for (; more && !stop(); more = search.advance(STEPS)) {
      yield { executions, blocked: search.progress.blocked, preemptions: undefined };
    }
    return { sc: search.result(), complete: !more, violations };
  }
  const search = new BoundedExplorer(states, {
    mostPreemptions: preemptions,
    ...(budget !== undefined && { budget }),
    observe,
    onExecution,
  });
  while (search.advance(STEPS)) {
    if (stop()) search.stop();
    else yield { executions, blocked: search.blocked, preemptions: search.preemptions };
  }
  const sc = search.result();
  return { sc, complete: sc.complete, bounds: sc.bounds, violations };
}
