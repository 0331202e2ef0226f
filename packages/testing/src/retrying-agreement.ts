import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, UnseenStores, failureKey, withRestarts } from '@fencepost/core';
import type { Exploration, GraphExploration } from '@fencepost/explore';
import { exploreAll, exploreGraphs } from '@fencepost/explore';
import { byHistory } from './by-history.js';

/** Results that a report shows, apart from counts. */
export interface Told {
  readonly finals: readonly string[];
  readonly failures: readonly string[];
  readonly robust: boolean;
  readonly racy: boolean;
  readonly deadlocks: boolean;
}

/** Returns the results of a search that are compared. */
export function toldBy({ states, finals, failures, nonSequential, deadlocks }: Exploration, racy: number): Told {
  const { locations } = states;
  const seen = new Set<string>();
  for (const final of finals) {
    const values = Array.from({ length: locations.count }, (_, x) => [locations.name(x), final.value(x)] as const);
    const written = values.filter(([, value]) => value !== 0).map(([name, value]) => `${name}=${value}`);
    seen.add([final.deadlocked, ...written.toSorted()].join(' '));
  }
  return {
    finals: [...seen].toSorted(),
    failures: failures.map((failure) => failureKey(failure)).toSorted(),
    robust: nonSequential === 0,
    racy: racy > 0,
    deadlocks: deadlocks > 0,
  };
}

/** A search and its results. `stores` has the knowledge that it gained. */
export interface Retried {
  readonly found: GraphExploration;
  readonly told: Told;
  readonly stores: UnseenStores;
}

/** Explores without retries. Undefined: too large. */
export function withoutRetries(program: Program, model: ModelName, budget: number): Retried | undefined {
  const stores = new UnseenStores();
  const found = withRestarts(() => {
    const states = new LocalStates(program);
    states.unseen = stores;
    return exploreGraphs(states, { model, finals: true, races: model === 'sc', budget });
  });
  return found.rest.length > 0 ? undefined : { found, told: toldBy(found, found.racy), stores };
}

/** Explores with every retry. Undefined: too large. */
export function withRetries(program: Program, model: ModelName, budget: number): Retried | undefined {
  const states = new LocalStates(byHistory(program));
  const found = exploreGraphs(states, { model, finals: true, races: model === 'sc', budget });
  return found.rest.length > 0 ? undefined : { found, told: toldBy(found, found.racy), stores: new UnseenStores() };
}

/** Returns the results of the oracle, which does not look for races. */
export function toldByOracle(program: Program, model: ModelName): Omit<Told, 'racy'> {
  const { racy: _, ...told } = toldBy(exploreAll(new LocalStates(byHistory(program)), { model, finals: true }), 0);
  return told;
}
