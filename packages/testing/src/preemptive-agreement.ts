import type { InstructionProgram, ModelName, Trace } from '@fencepost/core';
import { JOIN, LocalStates, REFERENCE_MODEL, SPAWN, fromInstructions } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { GRAPH_MODELS } from './agreement.js';
import type { Comparison } from './agreement.js';

/** Larger programs are not compared. */
const MOST_EXECUTIONS = 300;
const BOUNDS = [0, 1, 2];

/**
 * Returns the minimum number of preemptions over all linearisations of a trace, by trying all of them: those of program
 * order and reads-from and, under SC, of coherence and from-reads.
 */
export function fewestPreemptions({ states, events, coherence }: Trace, model: ModelName): number {
  const threads: number[][] = [];
  events.forEach(({ thread, position }, i) => ((threads[thread] ??= [])[position] = i));
  const before = events.map((): Set<number> => new Set());
  events.forEach(({ thread, position, source, state }, i) => {
    if (position > 0) before[i]!.add(threads[thread]![position - 1]!);
    if (source !== undefined && source >= 0) before[i]!.add(source);
    const child = threads[states.operand[state]!] ?? [];
    if (states.kind[state] === SPAWN && child.length > 0) before[child[0]!]!.add(i);
    if (states.kind[state] === JOIN && child.length > 0) before[i]!.add(child.at(-1)!);
  });
  if (model === REFERENCE_MODEL) {
    for (const row of coherence) {
      row.forEach((w, k) => {
        const previous = k === 0 ? -1 : row[k - 1]!;
        if (previous >= 0) before[w]!.add(previous);
        const { location } = states;
        events.forEach(({ source, state }, r) => {
          const isReader = source === previous && location[state] === location[events[w]!.state];
          if (isReader && r !== w) before[w]!.add(r);
        });
      });
    }
  }
  const started = [...new Set(events.map(({ thread }) => thread))].toSorted((a, b) => a - b);
  const waits = (i: number): boolean => {
    const { state } = events[i]!;
    return states.kind[state] === JOIN || states.comparison[state] !== 0;
  };
  // Fewest preemptions after which this much is done, and this thread has run last.
  const known = new Map<string, number>();
  const cheapest = (done: ReadonlyMap<number, number>, last: number): number => {
    const key = `${last} ${started.map((t) => done.get(t) ?? 0).join(' ')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isDone = (i: number): boolean => events[i]!.position < (done.get(events[i]!.thread) ?? 0);
    const next = (t: number): number | undefined => threads[t]![done.get(t) ?? 0];
    const canRun = (i: number): boolean => [...before[i]!].every(isDone);
    let best = started.every((t) => next(t) === undefined) ? 0 : Infinity;
    for (const t of started) {
      const i = next(t);
      if (i === undefined || !canRun(i)) continue;
      const left = t === last || last < 0 ? undefined : next(last);
      const isPreempted = left !== undefined && !waits(left);
      best = Math.min(best, (isPreempted ? 1 : 0) + cheapest(new Map(done).set(t, (done.get(t) ?? 0) + 1), t));
    }
    known.set(key, best);
    return best;
  };
  return cheapest(new Map(), -1);
}

/** Compares the search with bounded preemptions with the executions of the full search that are within the bound. */
export function compareBounded(source: InstructionProgram, models = GRAPH_MODELS): Comparison {
  const program = fromInstructions(source);
  const disagreements: string[] = [];
  let traces = 0;
  for (const model of models) {
    if (exploreGraphs(new LocalStates(program), { model, budget: MOST_EXECUTIONS }).rest.length > 0) continue;
    const all = new Map<string, number>();
    exploreGraphs(new LocalStates(program), {
      model,
      onExecution: (execution) => {
        const trace = execution.trace();
        all.set(trace.key, fewestPreemptions(trace, model));
      },
    });
    for (const bound of BOUNDS) {
      const states = new LocalStates(program);
      states.preemptions = bound;
      const found = new Map<string, number>();
      const { omitted } = exploreGraphs(states, {
        model,
        onExecution: (execution) => {
          const { key } = execution.trace();
          found.set(key, (found.get(key) ?? 0) + 1);
        },
      });
      const expected = [...all].filter(([, preemptions]) => preemptions <= bound).map(([key]) => key);
      traces += expected.length;
      const at = `${model}, at most ${bound}`;
      for (const key of expected) if (!found.has(key)) disagreements.push(`${at}: misses ${key}`);
      for (const [key, times] of found) {
        if (!expected.includes(key)) disagreements.push(`${at}: finds ${key} with ${all.get(key)}`);
        if (times > 1) disagreements.push(`${at}: finds ${key} ${times} times`);
      }
      if (expected.length < all.size && omitted === 0) disagreements.push(`${at}: nothing was omitted`);
    }
  }
  return { traces, disagreements };
}
