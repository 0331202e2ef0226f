import type { InstructionProgram, LocalStates, ModelName, Program } from '@fencepost/core';
import { LocalStates as States, fromInstructions, hasKeptOrder, isStoreBufferModel, modelNames } from '@fencepost/core';
import type { Exploration, ExploreOptions, FinalState } from '@fencepost/explore';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';

export type Explore = (states: LocalStates, options: ExploreOptions) => Exploration;

/** The explorers compared with the oracle. */
export const EXPLORERS: Readonly<Record<string, Explore>> = { graphs: exploreGraphs, source: exploreSource };

/** The models that all of them support. */
export const COMPARED_MODELS: readonly ModelName[] = modelNames(
  (model) => hasKeptOrder(model) && isStoreBufferModel(model),
);

/** The models of the graph explorer. */
export const GRAPH_MODELS: readonly ModelName[] = modelNames(hasKeptOrder);

/** The results of an exploration, independent of the order in which they were found. */
interface Findings {
  readonly executions: number;
  readonly nonSequential: number;
  readonly deadlocks: number;
  /** By key of trace: how often it was found, and its classification. */
  readonly traces: ReadonlyMap<string, string>;
  /** How many executions ended in each final state. */
  readonly finals: ReadonlyMap<string, number>;
  /** In how many executions each failure happens. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface Comparison {
  /** Traces of the oracle, over all models. */
  readonly traces: number;
  /** Where the explorers differ from the oracle; empty if they agree. */
  readonly disagreements: readonly string[];
}

/** Compares every explorer with the oracle under every model. */
export function compareWithOracle(source: InstructionProgram, models = COMPARED_MODELS): Comparison {
  return compareProgramWithOracle(fromInstructions(source), models);
}

/** The same for a program of any front end. */
export function compareProgramWithOracle(program: Program, models = COMPARED_MODELS): Comparison {
  // One table of states for all, so that threads, locations and keys of traces are the same everywhere.
  const states = new States(program);
  const disagreements: string[] = [];
  let traces = 0;
  for (const model of models) {
    const expected = findings(exploreAll, states, model);
    traces += expected.executions;
    for (const [name, explore] of Object.entries(EXPLORERS)) {
      for (const difference of differences(expected, findings(explore, states, model))) {
        disagreements.push(`${name} under ${model}: ${difference}`);
      }
    }
  }
  return { traces, disagreements };
}

function findings(explore: Explore, states: LocalStates, model: ModelName): Findings {
  const traces = new Map<string, string>();
  const found = explore(states, {
    model,
    finals: true,
    onExecution: (execution) => {
      const { key } = execution.trace();
      const nature = `${execution.sequential ? 'SC' : 'not SC'}${execution.deadlocked ? ', deadlocked' : ''}`;
      const known = traces.get(key);
      traces.set(key, known === undefined ? nature : `${known} and again ${nature}`);
    },
  });
  const finals = new Map<string, number>();
  for (const final of found.finals) finals.set(showFinal(states, final), final.executions);
  const failures = new Map(
    found.failures.map(({ thread, message, executions }) => [`${thread ?? 'end'}: ${message}`, executions]),
  );
  const { executions, nonSequential, deadlocks } = found;
  return { executions, nonSequential, deadlocks, traces, finals, failures };
}

/** The difference from the initial state: the threads that were started, and the locations that changed. */
export function showFinal(states: LocalStates, final: FinalState): string {
  const { threads, locations } = states;
  const parts = [final.deadlocked ? 'deadlocked' : 'ended'];
  threads.handles.forEach((handle, t) => {
    if (final.local(t) !== 0) parts.push(`thread ${handle} in ${final.local(t)}`);
  });
  locations.addresses.forEach((address, location) => {
    if (final.value(location) !== locations.initial[location]) parts.push(`[${address}]=${final.value(location)}`);
  });
  return parts.join(' ');
}

function differences(expected: Findings, found: Findings): string[] {
  const list: string[] = [];
  for (const count of ['executions', 'nonSequential', 'deadlocks'] as const) {
    if (expected[count] !== found[count]) list.push(`${count} ${found[count]} instead of ${expected[count]}`);
  }
  if (found.executions !== found.traces.size) {
    list.push(`${found.executions} executions of ${found.traces.size} traces`);
  }
  list.push(...mapDifferences('trace', expected.traces, found.traces));
  list.push(...mapDifferences('final state', expected.finals, found.finals));
  list.push(...mapDifferences('failure', expected.failures, found.failures));
  return list;
}

export function mapDifferences<T>(
  what: string,
  expected: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
): string[] {
  const list: string[] = [];
  for (const [key, value] of expected) {
    if (!found.has(key)) list.push(`${what} ${key} (${String(value)}) is missing`);
    else if (found.get(key) !== value) list.push(`${what} ${key} is ${String(found.get(key))}, not ${String(value)}`);
  }
  for (const key of found.keys()) if (!expected.has(key)) list.push(`${what} ${key} does not exist`);
  return list;
}
