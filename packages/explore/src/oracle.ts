import type { ModelName, Trace, LocalStates } from '@fencepost/core';
import { Machine, Recorder, isSequentialInMemory, requireOwnMachine, traceOf } from '@fencepost/core';
import type { Exploration, ExploreOptions } from './results/exploration.js';
import { endingOf } from './results/ending.js';
import { FinishedMachine } from './results/finished-machine.js';
import { Outcomes } from './results/outcomes.js';

/**
 * Explores every interleaving of a small program under an operational model. Two interleavings with the same reads-from
 * and the same order of commits (and therefore the same pending stores) have the same futures, so each such
 * configuration is expanded once. No other reduction: slow, simple, and independent of the explorers it checks.
 */
export function exploreAll(states: LocalStates, options: ExploreOptions): Exploration {
  const { model } = options;
  requireOwnMachine(model, 'the oracle');
  const outcomes = new Outcomes(states, options.finals === true);
  const seen = new Set<string>();
  const complete = new Set<string>();
  const stack: Machine[] = [new Machine(states, model, new Recorder())];
  for (let machine = stack.pop(); machine !== undefined; machine = stack.pop()) {
    const successors = expand(machine);
    // If loads may return old values, executions that differ only in which old values are still readable have the same
    // trace.
    if (successors.length === 0 && !complete.has(machine.recorder!.key())) {
      complete.add(machine.recorder!.key());
      const run = new FinishedMachine(machine);
      const ending = endingOf(states, run);
      if (ending.kind !== 'complete') {
        outcomes.add(run, ending, true);
        continue;
      }
      const trace = traceOf(states, machine.recorder!);
      const sequential = isSequentialInMemory(trace);
      outcomes.add(run, ending, sequential);
      options.onExecution?.({ deadlocked: ending.deadlocked, sequential, trace: () => trace });
    }
    for (const next of successors) {
      const key = next.recorder!.key() + next.memory.historyKey();
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(next);
    }
  }
  return { states, model, ...outcomes.results() };
}

/** Returns the machine after each possible step. */
function expand(machine: Machine): Machine[] {
  const successors: Machine[] = [];
  const branch = (step: (next: Machine) => void): void => {
    const next = new Machine(machine.states, machine.model, new Recorder());
    next.copyFrom(machine);
    step(next);
    successors.push(next);
  };
  for (let t = 0; t < machine.threads; t++) {
    if (machine.local[t] === 0) continue;
    for (let choice = 0; choice < machine.choices(t); choice++) {
      if (machine.canRun(t, choice)) branch((next) => next.run(t, choice));
    }
    for (let rank = 0; rank < machine.memory.pending(t); rank++) {
      if (machine.canCommit(t, rank)) branch((next) => next.commit(t, rank));
    }
  }
  return successors;
}

/** Returns the traces of a program under a model, by key, for comparison with the explorers. */
export function oracleTraces(states: LocalStates, model: ModelName): ReadonlyMap<string, Trace> {
  const traces = new Map<string, Trace>();
  exploreAll(states, {
    model,
    onExecution: (execution) => {
      const trace = execution.trace();
      traces.set(trace.key, trace);
    },
  });
  return traces;
}
