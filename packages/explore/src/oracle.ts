import type { ModelName, Trace, LocalStates } from '@fencepost/core';
import { Machine, Recorder, isSequentiallyConsistent, traceOf } from '@fencepost/core';
import type { Exploration, ExploreOptions } from './exploration.js';
import { failedBeforeCut, needsNoWaking, provesNothing, wasAssumed } from './cut-off.js';
import { Outcomes } from './outcomes.js';

/**
 * Every interleaving of a small program under an operational model. Two interleavings that have done the same so far
 * (same reads-from, same order of commits: then also the same pending stores) have the same futures, so each such
 * configuration is expanded once. No other reduction: slow, simple, and independent of the explorers it checks.
 */
export function exploreAll(states: LocalStates, options: ExploreOptions): Exploration {
  const { model } = options;
  const outcomes = new Outcomes(states, options.finals === true);
  const seen = new Set<string>();
  const complete = new Set<string>();
  let nonSequential = 0;
  let deadlocks = 0;
  let executions = 0;
  let blocked = 0;
  let assumed = 0;
  let events = 0;
  const stack: Machine[] = [new Machine(states, model, new Recorder())];
  for (let machine = stack.pop(); machine !== undefined; machine = stack.pop()) {
    const successors = expand(machine);
    // Where loads return old values, executions that differ only in which old values could still be read have the same trace.
    if (successors.length === 0 && !complete.has(machine.recorder!.key())) {
      complete.add(machine.recorder!.key());
      if (isCutOff(machine)) {
        blocked++;
        if (wasAssumed(states, machine.local)) assumed++;
        if (states.anyFailure && failedBeforeCut(states, machine.local)) addFinal(outcomes, machine, false);
        continue;
      }
      executions++;
      const trace = traceOf(states, machine.recorder!);
      events += trace.events.length;
      const sequential = isSequentiallyConsistent(trace);
      const deadlocked = machine.isDeadlocked() && !needsNoWaking(states, machine.local);
      if (!sequential) nonSequential++;
      if (deadlocked) deadlocks++;
      if (outcomes.wants(deadlocked)) addFinal(outcomes, machine, deadlocked);
      options.onExecution?.({ deadlocked, sequential, trace: () => trace });
    }
    for (const next of successors) {
      const key = next.recorder!.key() + next.memory.historyKey();
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(next);
    }
  }
  const failures = outcomes.failures();
  const { finals } = outcomes;
  return { states, model, executions, blocked, assumed, events, nonSequential, deadlocks, failures, finals };
}

/** Is there a thread whose end says that this execution proves nothing? */
function isCutOff(machine: Machine): boolean {
  const { states } = machine;
  if (!states.anyCut) return false;
  return machine.local.some((state) => provesNothing(states, state, (location) => machine.memory.m[location]!));
}

/** The machine after each step that is possible now. */
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

function addFinal(outcomes: Outcomes, machine: Machine, deadlocked: boolean): void {
  const { finals } = outcomes;
  const memoryAt = finals.begin();
  finals.row[0] = deadlocked ? 1 : 0;
  // The machine may not know the threads and locations that others have discovered since.
  finals.row.fill(0, 1, memoryAt);
  finals.row.set(machine.local, 1);
  finals.row.set(machine.states.locations.initial, memoryAt);
  finals.row.set(machine.memory.m, memoryAt);
  outcomes.add();
}

/** The traces of a program under a model, by key: what the explorers are compared with. */
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
