import type { Failure, LocalStates } from '@fencepost/core';
import { CUT, EXIT, FAIL, JOIN, LOAD, RMW, STUCK, canBeJoined, hasEnded } from '@fencepost/core';
import type { AxiomaticModel } from '../models/model.js';
import { executionOf } from '../traces/execution-of.js';
import { extensions } from './extensions.js';
import type { Graph } from './graph.js';
import { keyOf, lastValue, traceFrom } from './graph.js';

/** A failure, and its line. */
export interface AxiomaticFailure {
  readonly kind: Failure['kind'];
  /** Undefined if there is no single place: a deadlock, a race. */
  readonly line: number | undefined;
}

type Fail = (failure: AxiomaticFailure) => void;

/** The result of the exploration. */
export interface AxiomaticExploration {
  /** Number of complete executions. */
  readonly executions: number;
  /** Failures without duplicates. */
  readonly failures: readonly AxiomaticFailure[];
  /** Whether every graph was examined. False if there are more than `most`. */
  readonly isComplete: boolean;
}

/**
 * Explores every execution that a model accepts, for a program of any front end, by brute force: each read takes every
 * existing write, each write every place in coherence order. Correct for models whose executions are closed under
 * prefixes of po ∪ rf, which therefore has no cycles. Shares only the program with the explorers.
 */
export function exploreByAxioms(states: LocalStates, model: AxiomaticModel, most = Infinity): AxiomaticExploration {
  const failures = new Map<string, AxiomaticFailure>();
  const fail: Fail = (failure) => void failures.set(JSON.stringify(failure), failure);
  const seen = new Set<string>();
  const pending: Graph[] = [{ events: [], coherence: [], local: states.initial }];
  let executions = 0;
  while (pending.length > 0 && seen.size <= most) {
    const graph = pending.pop()!;
    if (graph.local.every((state, t) => isAtRest(states, graph, t, state)) && ends(states, graph, fail)) executions++;
    for (const next of extensions(states, graph)) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      if (isConsistent(states, model, next, fail)) pending.push(next);
    }
  }
  return { executions, failures: [...failures.values()], isComplete: pending.length === 0 };
}

/** Whether the model accepts the graph, given that it accepted it without the last event. Records races. */
function isConsistent(states: LocalStates, model: AxiomaticModel, graph: Graph, fail: Fail): boolean {
  const { source, wrote } = graph.events.at(-1)!;
  if (source === undefined && wrote === undefined) return true;
  const { execution } = executionOf(traceFrom(states, graph), model);
  if (!model.isConsistent(execution)) return false;
  if (model.races !== undefined && !model.races(execution).isEmpty()) fail({ kind: 'data race', line: undefined });
  return true;
}

/**
 * Whether the thread has ended, or waits although it read the latest writes. It may also read an older value and
 * continue: that is another execution.
 */
function isAtRest(states: LocalStates, graph: Graph, t: number, state: number): boolean {
  const kind = states.kind[state]!;
  if (state === 0 || hasEnded(kind) || kind === CUT) return true;
  if (kind === STUCK) return !wouldGoOn(states, graph, t, state);
  if (kind === JOIN) return !canBeJoined(states.kind[graph.local[states.operand[state]!] ?? 0]!);
  return reads(kind) && !states.accepts(state, lastValue(states, graph, states.location[state]!));
}

/** Whether this is an end of the program, and not only of the exploration. Records failures. */
function ends(states: LocalStates, { local }: Graph, fail: Fail): boolean {
  const last = local.filter((state) => state !== 0);
  for (const state of last) {
    if (states.kind[state] !== FAIL) continue;
    const { kind, site } = states.failure(state);
    fail({ kind, line: site?.line });
  }
  const kinds = last.map((state) => states.kind[state]!);
  if (kinds.includes(CUT)) return false;
  const isOver = kinds.includes(FAIL) || kinds.includes(EXIT);
  if (!isOver && !kinds.every(hasEnded)) fail({ kind: 'deadlock', line: undefined });
  return true;
}

/** Whether a thread that is stuck in a loop would read another value in the next iteration. */
function wouldGoOn(states: LocalStates, graph: Graph, t: number, stuck: number): boolean {
  const own = graph.events.filter(({ thread }) => thread === t);
  return own
    .slice(own.length - states.operand[stuck]!)
    .some(({ state, read }) => read !== undefined && read !== lastValue(states, graph, states.location[state]!));
}

function reads(kind: number): boolean {
  return kind === LOAD || kind === RMW;
}
