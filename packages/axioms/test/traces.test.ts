import type { Instruction, InstructionProgram, ModelName, Trace } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  Recorder,
  fromInstructions,
  hasDataRaces,
  isJudged,
  modelNamed,
  modelNames,
  traceOf,
} from '@fencepost/core';
import { canJudge, isRace, violatedAxiom } from '@fencepost/axioms';
import { FinishedMachine, endingOf, exploreGraphs, racesOf } from '@fencepost/explore';
import { randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Every complete run of the machine with history that the axioms of the model allow, by key. */
function judgedTraces(states: LocalStates, model: ModelName): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const stack = [new Machine(states, model, new Recorder())];
  for (let machine = stack.pop(); machine !== undefined; machine = stack.pop()) {
    // Consistency is prefix-closed, so a run that is forbidden leads nowhere.
    const trace = traceOf(states, machine.recorder!);
    if (violatedAxiom(trace, model) !== undefined) continue;
    if (isComplete(machine)) found.add(trace.key);
    for (const next of successors(machine)) {
      const key = next.recorder!.key();
      if (!seen.has(key)) stack.push(next);
      seen.add(key);
    }
  }
  return found;
}

function isComplete(machine: Machine): boolean {
  for (let t = 0; t < machine.threads; t++) if (machine.local[t] !== 0 && machine.canContinue(t)) return false;
  return endingOf(machine.states, new FinishedMachine(machine)).kind === 'complete';
}

function successors(machine: Machine): Machine[] {
  const found: Machine[] = [];
  for (let t = 0; t < machine.threads; t++) {
    if (machine.local[t] === 0) continue;
    for (let choice = 0; choice < machine.choices(t); choice++) {
      if (!machine.canRun(t, choice)) continue;
      const next = new Machine(machine.states, machine.model, new Recorder());
      next.copyFrom(machine);
      next.run(t, choice);
      found.push(next);
    }
  }
  return found;
}

interface Graphs {
  readonly states: LocalStates;
  readonly traces: Trace[];
  readonly racy: boolean[];
  readonly deadlocked: boolean[];
}

function graphs(source: InstructionProgram, model: ModelName): Graphs {
  const found: Graphs = {
    states: new LocalStates(fromInstructions(source)),
    traces: [],
    racy: [],
    deadlocked: [],
  };
  exploreGraphs(found.states, {
    model,
    onExecution: (execution) => {
      found.traces.push(execution.trace());
      found.racy.push(execution.racy === true);
      found.deadlocked.push(execution.deadlocked);
    },
  });
  return found;
}

/** Relaxed accesses become plain. */
function withPlainAccesses(source: InstructionProgram): InstructionProgram {
  const plain = (list: readonly Instruction[]): Instruction[] =>
    list.map((step) => {
      if (step.op === 'spawn') return { ...step, body: plain(step.body) };
      const isAccess = step.op === 'load' || step.op === 'store';
      return isAccess && (step.order ?? 'relaxed') === 'relaxed' ? { ...step, order: 'plain' } : step;
    });
  const threads = source.threads.map((thread) => ({ ...thread, instructions: plain(thread.instructions) }));
  return { ...source, threads };
}

describe.each(modelNames(isJudged))('the axioms of %s', (model) => {
  it('are known', () => {
    expect(canJudge(model)).toBe(true);
  });

  it.each([
    { threads: 2, operations: 6 },
    { threads: 3, operations: 6 },
  ])(
    'allow the executions that the graph explorer finds, and no other: $threads threads',
    { timeout: 300_000 },
    (size) => {
      fc.assert(
        fc.property(randomProgram(size), (source) => {
          const { states, traces } = graphs(source, model);
          const expected = judgedTraces(states, model);
          expect(traces.map(({ key }) => key).sort()).toEqual([...expected].sort());
        }),
        { numRuns: 60, seed: 1 },
      );
    },
  );

  it.runIf(hasDataRaces(modelNamed(model)))('find the races that the clocks find', { timeout: 300_000 }, () => {
    let races = 0;
    fc.assert(
      fc.property(randomProgram({ threads: 3, operations: 8 }), (source) => {
        const { traces, racy, deadlocked } = graphs(withPlainAccesses(source), model);
        traces.forEach((trace, i) => {
          const found = racesOf(trace);
          // Traces do not have the reads of threads that wait; graphs do.
          if (!deadlocked[i]!) expect(found.length > 0).toBe(racy[i]);
          for (const { events } of found) expect(isRace(trace, model, events)).toBe(true);
          races += found.length;
        });
      }),
      { numRuns: 60, seed: 1 },
    );
    expect(races).toBeGreaterThan(0);
  });
});
