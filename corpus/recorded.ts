import type { ModelName } from '@fencepost/core';
import { LocalStates, beginningAgain } from '@fencepost/core';
import { exploreGraphs, exploreMonitored, exploreSource } from '@fencepost/explore';
import { EventMonitor } from '@fencepost/recording';
import { runOf } from '@fencepost/testing';
import type { Expectation } from './expectation.js';
import { load } from './run.js';

const MODELS: readonly ModelName[] = ['tso', 'pso'];
const MOST_EXECUTIONS = 2000;

/**
 * What `check --method monitor` finds in a program and the monitor of recordings does not find in recordings of all its
 * SC executions, or finds although the other finds nothing. Programs with many executions are left out.
 */
export async function unrecorded(group: string, expectation: Expectation): Promise<string[]> {
  if (expectation.error !== undefined) return [];
  const program = await load(group, expectation);
  return beginningAgain(() => {
    const states = new LocalStates(program);
    if (exploreGraphs(states, { model: 'sc', budget: MOST_EXECUTIONS }).rest.length > 0) return [];
    const found = inRecordings(states);
    const { violations } = exploreMonitored(states, { models: MODELS });
    return MODELS.flatMap((model) => {
      const own = violations.filter((each) => each.model === model);
      const pairs = own.map(({ label, writeLabel }) => `${label} before ${writeLabel}`);
      const recorded = found.get(model)!;
      const missing = pairs.filter((pair) => !recorded.has(pair));
      const differs = missing.length > 0 || (pairs.length === 0 && recorded.size > 0);
      if (!differs) return [];
      const text = (label: string): string => states.labels.get(Number(label)).text;
      const shown = (all: Iterable<string>): string =>
        [...all].map((pair) => pair.split(' before ').map(text).join(' before ')).join(', ');
      return [`${model}: not in recordings: ${shown(missing)}; in recordings: ${shown(recorded)}`];
    });
  });
}

function inRecordings(states: LocalStates): Map<ModelName, Set<string>> {
  const order: number[] = [];
  const found = new Map(MODELS.map((model) => [model, new Set<string>()]));
  const observe = () => ({
    step: (t: number) => {
      order.push(t);
    },
    undo: () => {
      order.pop();
    },
    waits: () => undefined,
    settle: () => undefined,
  });
  const onExecution = (): void => {
    const run = runOf(states, order);
    const monitor = new EventMonitor(MODELS, run);
    run.feed(monitor);
    for (const { model, site, writeSite } of monitor.departures) found.get(model)!.add(`${site} before ${writeSite}`);
  };
  exploreSource(states, { model: 'sc', observe, onExecution });
  return found;
}
