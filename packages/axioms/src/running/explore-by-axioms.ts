import type { Failure, LocalStates } from '@fencepost/core';
import { CUT, EXIT, FAIL, JOIN, LOAD, RMW, STUCK, canBeJoined, hasEnded } from '@fencepost/core';
import type { AxiomaticModel } from '../models/model.js';
import { executionOf } from '../traces/execution-of.js';
import { extensions } from './extensions.js';
import type { Graph } from './graph.js';
import { keyOf, lastValue, traceFrom } from './graph.js';

/** A failure, and where. */
export interface AxiomaticFailure {
  readonly kind: Failure['kind'];
  /** Undefined where there is no single place: a deadlock, a race. */
  readonly line: number | undefined;
}

type Fail = (failure: AxiomaticFailure) => void;

/** What was found. */
export interface AxiomaticExploration {
  /** Complete executions. */
  readonly executions: number;
  /** Each once. */
  readonly failures: readonly AxiomaticFailure[];
  /** Was every graph examined? Not if there are more than `most`. */
  readonly isComplete: boolean;
}

/**
 * Every execution of a program of any front end that a model accepts, by brute force: each read takes every write there
 * is, each write every place in coherence order. Right for models whose executions are closed under prefixes of
 * po ∪ rf, which therefore has no cycles. Shares nothing with the explorers but the program.
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

/** Does the model accept the graph, which it accepted without its last event? Notes races. */
function isConsistent(states: LocalStates, model: AxiomaticModel, graph: Graph, fail: Fail): boolean {
  const { source, wrote } = graph.events.at(-1)!;
  if (source === undefined && wrote === undefined) return true;
  const { execution } = executionOf(traceFrom(states, graph), model);
  if (!model.isConsistent(execution)) return false;
  if (model.races !== undefined && !model.races(execution).isEmpty()) fail({ kind: 'data race', line: undefined });
  return true;
}

/**
 * Has the thread ended, or waits it, with what was written last to where it looks? It may also see something older and go
 * on: that is another execution.
 */
function isAtRest(states: LocalStates, graph: Graph, t: number, state: number): boolean {
  const kind = states.kind[state]!;
  if (state === 0 || hasEnded(kind) || kind === CUT) return true;
  if (kind === STUCK) return !wouldGoOn(states, graph, t, state);
  if (kind === JOIN) return !canBeJoined(states.kind[graph.local[states.operand[state]!] ?? 0]!);
  return reads(kind) && !states.accepts(state, lastValue(states, graph, states.location[state]!));
}

/** Is it an end of the program, and not only of what is explored? Notes how it fails. */
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

/** Would a thread that is stuck in a loop read something else the next time? */
function wouldGoOn(states: LocalStates, graph: Graph, t: number, stuck: number): boolean {
  const own = graph.events.filter(({ thread }) => thread === t);
  return own
    .slice(own.length - states.operand[stuck]!)
    .some(({ state, read }) => read !== undefined && read !== lastValue(states, graph, states.location[state]!));
}

function reads(kind: number): boolean {
  return kind === LOAD || kind === RMW;
}
