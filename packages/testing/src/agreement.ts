import type { InstructionProgram, LocalStates, ModelName, Program, Trace } from '@fencepost/core';
import {
  FENCE,
  LOAD,
  LocalStates as States,
  RMW,
  STUCK,
  fromInstructions,
  hasPreservedOrder,
  isStoreBufferModel,
  modelNamed,
  modelNames,
} from '@fencepost/core';
import type { Exploration, ExploreOptions, FinalState } from '@fencepost/explore';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';

export type Explore = (states: LocalStates, options: ExploreOptions) => Exploration;

/** The explorers compared with the oracle. */
export const EXPLORERS: Readonly<Record<string, Explore>> = { graphs: exploreGraphs, source: exploreSource };

/** The graph explorer with every read in a unit. Which reads are revisited together must not affect the result. */
export const IN_UNITS: Readonly<Record<string, Explore>> = {
  'graphs in units': (states, options) => exploreGraphs(states, { ...options, units: 'all' }),
};

/** The models that all explorers support. */
export const COMPARED_MODELS: readonly ModelName[] = modelNames(
  (model) => hasPreservedOrder(model) && isStoreBufferModel(model),
);

/** Those of them for which other tools have published execution counts. */
export const COUNTED_MODELS: readonly ModelName[] = COMPARED_MODELS.filter(
  (name) => modelNamed(name).isSpecial !== true,
);

/** The models of the graph explorer. */
export const GRAPH_MODELS: readonly ModelName[] = modelNames(hasPreservedOrder);

/** The results of an exploration, independent of the order in which they were found. */
interface Findings {
  readonly executions: number;
  readonly nonSequential: number;
  readonly deadlocks: number;
  /** Number of executions left out (see `isOutdated`). */
  readonly outdated: number;
  /** By trace key: how often the trace was found, and its classification. */
  readonly traces: ReadonlyMap<string, string>;
  /** Number of executions that ended in each final state. */
  readonly finals: ReadonlyMap<string, number>;
  /** Number of executions with each failure. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface Comparison {
  /** Number of traces of the oracle, over all models. */
  readonly traces: number;
  /** Differences between the explorers and the oracle; empty if they agree. */
  readonly disagreements: readonly string[];
}

/** Compares every explorer with the oracle under every model. */
export function compareWithOracle(
  source: InstructionProgram,
  models = COMPARED_MODELS,
  explorers = EXPLORERS,
): Comparison {
  return compareProgramWithOracle(fromInstructions(source), models, explorers);
}

/** The same for a program of any front end. */
export function compareProgramWithOracle(
  program: Program,
  models = COMPARED_MODELS,
  explorers = EXPLORERS,
): Comparison {
  // One table of states for all, so that threads, locations and keys of traces are the same everywhere.
  const states = new States(program);
  const disagreements: string[] = [];
  let traces = 0;
  for (const model of models) {
    const expected = findings(exploreAll, states, model);
    traces += expected.executions;
    for (const [name, explore] of Object.entries(explorers)) {
      for (const difference of differences(expected, findings(explore, states, model))) {
        disagreements.push(`${name} under ${model}: ${difference}`);
      }
    }
  }
  return { traces, disagreements };
}

function findings(explore: Explore, states: LocalStates, model: ModelName): Findings {
  const traces = new Map<string, string>();
  let [executions, nonSequential, deadlocks, outdated] = [0, 0, 0, 0];
  const found = explore(states, {
    model,
    finals: true,
    onExecution: (execution) => {
      const trace = execution.trace();
      if (isOutdated(trace)) {
        outdated++;
        return;
      }
      executions++;
      if (!execution.sequential) nonSequential++;
      if (execution.deadlocked) deadlocks++;
      const { key } = trace;
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
  return { executions, nonSequential, deadlocks, outdated, traces, finals, failures };
}

/**
 * Whether a thread is stuck after an iteration that only read, and that did not read the latest writes. The graph
 * explorer leaves these executions out: the one that reads the latest writes represents them.
 */
function isOutdated({ states, events, coherence, last }: Trace): boolean {
  for (const [t, state] of last) {
    if (states.kind[state] !== STUCK) continue;
    const own = events.filter(({ thread }) => thread === t).sort((a, b) => a.position - b.position);
    const round = own.slice(own.length - states.operand[state]!);
    if (round.some((e) => e.wrote !== undefined || ![LOAD, RMW, FENCE].includes(states.kind[e.state]!))) continue;
    if (
      round.some((e) => e.source !== undefined && e.source !== (coherence[states.location[e.state]!]?.at(-1) ?? -1))
    ) {
      return true;
    }
  }
  return false;
}

/** Shows the difference from the initial state: the threads that were started, and the locations that changed. */
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
  const counted = expected.outdated === found.outdated;
  list.push(...mapDifferences('final state', ...comparable(expected.finals, found.finals, counted)));
  list.push(...mapDifferences('failure', ...comparable(expected.failures, found.failures, counted)));
  return list;
}

type Counts = ReadonlyMap<string, number>;

/** Returns two maps for comparison, without the numbers if the explorers count differently. */
function comparable(a: Counts, b: Counts, counted: boolean): [Counts, Counts] {
  const keysOf = (map: Counts): Counts => new Map([...map.keys()].map((key) => [key, 0]));
  return counted ? [a, b] : [keysOf(a), keysOf(b)];
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
