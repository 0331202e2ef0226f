import type { ModelName } from '@fencepost/core';
import { LocalStates, REFERENCE_MODEL, withRestarts } from '@fencepost/core';
import type { SourceOptions } from '@fencepost/explore';
import { MONITORS, SourceSearch, exploreGraphs } from '@fencepost/explore';
import { EventMonitor } from '@fencepost/recording';
import { runOf } from '@fencepost/testing';
import type { Expectation } from './expectation.js';
import { load } from './run.js';

const MODELS = ['tso', 'pso'] as const satisfies readonly ModelName[];
const MOST_EXECUTIONS = 2000;
/**
 * Maximum number of steps of a search. It may have many more executions, because each iteration of a waiting loop
 * counts.
 */
const MOST_STEPS = 300_000;

/**
 * Returns violations that the monitors of `check --method monitor` find in a program and the monitor of recordings does
 * not find in recordings of all its SC executions, or the reverse. An operation that still waits when an execution ends
 * is in no recording. Undefined: the program has too many executions, or is not meant to be loaded.
 */
export async function unrecorded(group: string, expectation: Expectation): Promise<string[] | undefined> {
  if (expectation.error !== undefined) return undefined;
  const program = await load(group, expectation);
  return withRestarts(() => {
    const states = new LocalStates(program);
    if (exploreGraphs(states, { model: 'sc', budget: MOST_EXECUTIONS }).rest.length > 0) return undefined;
    const found = inRecordings(states);
    if (found === undefined) return undefined;
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
  search(states, observe);
  return pairs;
}

function inRecordings(states: LocalStates): Map<ModelName, Set<string>> | undefined {
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
  // Examines executions up to the point where the search backtracks: complete executions leave out iterations of
  // waiting loops.
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
  if (!search(states, observe)) return undefined;
  examine();
  return found;
}

/** Visits every trace under SC; false if there are too many. */
function search(states: LocalStates, observe: NonNullable<SourceOptions['observe']>): boolean {
  return !new SourceSearch(states, { model: REFERENCE_MODEL, observe }).advance(MOST_STEPS);
}
