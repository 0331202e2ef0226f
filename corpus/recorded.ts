import type { ModelName } from '@fencepost/core';
import { LocalStates, beginningAgain } from '@fencepost/core';
import { MONITORS, exploreGraphs, exploreSource } from '@fencepost/explore';
import { EventMonitor } from '@fencepost/recording';
import { runOf } from '@fencepost/testing';
import type { Expectation } from './expectation.js';
import { load } from './run.js';

const MODELS = ['tso', 'pso'] as const satisfies readonly ModelName[];
const MOST_EXECUTIONS = 2000;

/**
 * What the monitors of `check --method monitor` find in a program and the monitor of recordings does not find in
 * recordings of all its SC executions, or finds although the others find nothing. An operation that still waits when an
 * execution ends is in no recording. Programs with many executions are left out.
 */
export async function unrecorded(group: string, expectation: Expectation): Promise<string[]> {
  if (expectation.error !== undefined) return [];
  const program = await load(group, expectation);
  return beginningAgain(() => {
    const states = new LocalStates(program);
    if (exploreGraphs(states, { model: 'sc', budget: MOST_EXECUTIONS }).rest.length > 0) return [];
    const found = inRecordings(states);
    return MODELS.flatMap((model) => {
      const pairs = inSearch(states, model);
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

function inSearch(states: LocalStates, model: 'tso' | 'pso'): string[] {
  const pairs: string[] = [];
  const observe = () => {
    const monitor = MONITORS[`borderline-${model}`](states, ({ label, writeLabel }) =>
      pairs.push(`${label} before ${writeLabel}`),
    );
    return {
      step: (t: number, state: number, writes: boolean) => {
        monitor.step(t, state, writes);
      },
      undo: () => {
        monitor.undo();
      },
      waits: () => undefined,
      settle: () => {
        monitor.settle();
      },
    };
  };
  exploreSource(states, { model: 'sc', observe });
  return pairs;
}

function inRecordings(states: LocalStates): Map<ModelName, Set<string>> {
  const order: number[] = [];
  const found = new Map<ModelName, Set<string>>(MODELS.map((model) => [model, new Set()]));
  let isLonger = false;
  const examine = (): void => {
    if (!isLonger) return;
    isLonger = false;
    const run = runOf(states, order);
    const monitor = new EventMonitor(MODELS, run);
    run.feed(monitor);
    for (const { model, site, writeSite } of monitor.departures) found.get(model)!.add(`${site} before ${writeSite}`);
  };
  // As far as the search goes before it turns back: complete executions leave out iterations of loops that wait.
  const observe = () => ({
    step: (t: number) => {
      order.push(t);
      isLonger = true;
    },
    undo: () => {
      examine();
      order.pop();
    },
    waits: () => undefined,
    settle: () => undefined,
  });
  exploreSource(states, { model: 'sc', observe });
  examine();
  return found;
}
