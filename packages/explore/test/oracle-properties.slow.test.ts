import type { Instruction, InstructionProgram, ModelName, Schedule, Trace } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  Recorder,
  fromInstructions,
  isSequentiallyConsistent,
  hasMachine,
  modelNames,
  parseSchedule,
  printSchedule,
  replay,
  traceOf,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showFinal, randomProgram, enabledSteps, walk } from '@fencepost/testing';
import type { Execution } from '../src/index.js';
import { FinishedMachine, endingOf, exploreAll, oracleTraces } from '../src/index.js';

const smallProgram = fc.oneof(
  randomProgram({ threads: 2, operations: 7 }),
  randomProgram({ threads: 3, operations: 6 }),
);
const tinyProgram = fc.oneof(
  randomProgram({ threads: 2, operations: 5 }),
  randomProgram({ threads: 3, operations: 4 }),
);

const statesOf = (source: InstructionProgram): LocalStates => new LocalStates(fromInstructions(source));

function recordingMachine(states: LocalStates, model: ModelName): Machine {
  return new Machine(states, model, new Recorder());
}

/** Keys of the traces; states are shared between models so that keys can be compared. */
function traceKeys(states: LocalStates, model: ModelName): Set<string> {
  return new Set(oracleTraces(states, model).keys());
}

describe('the oracle', { timeout: 60_000 }, () => {
  it('finds the same as an enumeration of every schedule', () => {
    let schedules = 0;
    const agrees = (source: InstructionProgram, model: ModelName): void => {
      const states = statesOf(source);
      const everySchedule = new Map<string, boolean>();
      const enumerate = (prefix: Schedule): void => {
        const machine = recordingMachine(states, model);
        replay(machine, prefix);
        const steps = enabledSteps(machine);
        for (const step of steps) enumerate([...prefix, step]);
        if (steps.length > 0) return;
        schedules++;
        everySchedule.set(machine.recorder!.key(), endingOf(states, new FinishedMachine(machine)).deadlocked);
      };
      enumerate([]);
      const found = new Map<string, boolean>();
      exploreAll(states, { model, onExecution: (one) => found.set(one.trace().key, one.deadlocked) });
      expect(found).toEqual(everySchedule);
    };
    const briefProgram = randomProgram({ threads: 2, operations: 4 });
    const anyModel = fc.constantFrom<ModelName>(...modelNames(hasMachine));
    fc.assert(fc.property(briefProgram, anyModel, agrees), { numRuns: 300, seed: 1 });
    expect(schedules).toBeGreaterThan(1000);
  });

  it('counts traces, deadlocks, violations and final states consistently', () => {
    const anyModel = fc.constantFrom<ModelName>(...modelNames(hasMachine));
    fc.assert(
      fc.property(tinyProgram, anyModel, (source, model) => {
        const states = statesOf(source);
        const seen = { traces: new Set<string>(), deadlocks: 0, nonSequential: 0 };
        const found = exploreAll(states, {
          model,
          finals: true,
          onExecution: (execution) => {
            const trace = execution.trace();
            seen.traces.add(trace.key);
            if (execution.deadlocked) seen.deadlocks++;
            if (!isSequentiallyConsistent(trace)) seen.nonSequential++;
          },
        });
        expect(found.executions).toBe(seen.traces.size);
        expect([found.deadlocks, found.nonSequential]).toEqual([seen.deadlocks, seen.nonSequential]);
        let ended = 0;
        for (const final of found.finals) ended += final.executions;
        expect(ended).toBe(found.executions);
      }),
      { numRuns: 300 },
    );
  });

  it('knows how every execution ends', () => {
    const agrees = (source: InstructionProgram, model: ModelName): void => {
      const states = statesOf(source);
      const finals: string[] = [];
      const found = exploreAll(states, { model, finals: true, onExecution: (one) => finals.push(endOf(one)) });
      const counted: string[] = [];
      for (const final of found.finals) {
        for (let i = 0; i < final.executions; i++) counted.push(showFinal(states, final));
      }
      expect(counted.sort()).toEqual(finals.sort());
    };
    const anyModel = fc.constantFrom<ModelName>('sc', 'tso', 'pso');
    fc.assert(fc.property(smallProgram, anyModel, agrees), { numRuns: 300 });
  });

  it('has the trace of every random execution, and replaying its schedule gives it again', () => {
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 20 });
    const anyModel = fc.constantFrom<ModelName>(...modelNames(hasMachine));
    fc.assert(
      fc.property(tinyProgram, anyModel, choices, (source, model, numbers) => {
        const states = statesOf(source);
        const machine = recordingMachine(states, model);
        const schedule = walk(machine, numbers);
        const again = recordingMachine(states, model);
        replay(again, parseSchedule(printSchedule(schedule)));
        expect(again.recorder!.key()).toBe(machine.recorder!.key());
        expect(traceKeys(states, model)).toContain(traceOf(states, machine.recorder!).key);
      }),
      { numRuns: 300 },
    );
  });
});

/** Last states and memory, as a trace has them. */
function endOf(execution: Execution): string {
  const { states, last, coherence, events } = execution.trace();
  return showFinal(states, {
    deadlocked: execution.deadlocked,
    executions: 1,
    local: (thread) => last.get(thread) ?? 0,
    value: (location) => {
      const newest = coherence[location]?.at(-1);
      return newest === undefined ? states.locations.initial[location]! : events[newest]!.wrote!;
    },
  });
}

/** The traces that are sequentially consistent, and how many are not. */
function sequentialAndNot(
  states: LocalStates,
  model: ModelName,
): { executions: number; sequential: Set<string>; violating: number } {
  const sequential = new Set<string>();
  const { executions, nonSequential } = exploreAll(states, {
    model,
    onExecution: (execution) => {
      if (execution.sequential) sequential.add(execution.trace().key);
    },
  });
  return { executions, sequential, violating: nonSequential };
}

describe('the models', { timeout: 60_000 }, () => {
  it('are ordered: SC, IBM 370, TSO, PSO, each with all traces of the one before', () => {
    let strict = 0;
    fc.assert(
      fc.property(smallProgram, (source) => {
        const states = statesOf(source);
        const [sc, ibm370, tso, pso] = ['sc', 'ibm370', 'tso', 'pso'].map((model) => traceKeys(states, model));
        expect([...sc!].filter((key) => !ibm370!.has(key))).toEqual([]);
        expect([...ibm370!].filter((key) => !tso!.has(key))).toEqual([]);
        expect([...tso!].filter((key) => !pso!.has(key))).toEqual([]);
        if (sc!.size < tso!.size || tso!.size < pso!.size) strict++;
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(strict).toBeGreaterThan(3);
  });

  it('are ordered: PSLO has all traces of PSO that are no deadlock', () => {
    // Where all wait under PSO, a thread may go on under PSLO: the value it awaits may be an old one.
    fc.assert(
      fc.property(tinyProgram, (source) => {
        const states = statesOf(source);
        const pslo = traceKeys(states, 'pslo');
        const onExecution = (one: { deadlocked: boolean; trace(): Trace }): void => {
          if (!one.deadlocked) expect(pslo).toContain(one.trace().key);
        };
        exploreAll(states, { model: 'pso', onExecution });
      }),
      { numRuns: 300 },
    );
  });

  it('have the traces of SC and, beyond them, exactly the ones that are not sequentially consistent', () => {
    const violating = { tso: 0, pso: 0 };
    fc.assert(
      fc.property(smallProgram, (source) => {
        const states = statesOf(source);
        const sc = sequentialAndNot(states, 'sc');
        expect(sc.violating).toBe(0);
        for (const model of ['tso', 'pso'] as const) {
          const relaxed = sequentialAndNot(states, model);
          expect(relaxed.sequential).toEqual(sc.sequential);
          expect(relaxed.violating).toBe(relaxed.executions - sc.executions);
          if (relaxed.violating > 0) violating[model]++;
        }
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(violating.tso).toBeGreaterThan(0);
    expect(violating.pso).toBeGreaterThan(0);
  });

  it('are all SC when a full fence follows every store', () => {
    let repaired = 0;
    fc.assert(
      fc.property(smallProgram, (source) => {
        const states = statesOf(fenced(source));
        const sc = traceKeys(states, 'sc');
        expect(traceKeys(states, 'tso')).toEqual(sc);
        expect(traceKeys(states, 'pso')).toEqual(sc);
        // Under SC the fences make no difference.
        const unfenced = statesOf(source);
        expect(sc.size).toBe(traceKeys(unfenced, 'sc').size);
        if (exploreAll(unfenced, { model: 'pso' }).nonSequential > 0) repaired++;
      }),
      { numRuns: 150, seed: 1 },
    );
    expect(repaired).toBeGreaterThan(0);
  });
});

function fenced(source: InstructionProgram): InstructionProgram {
  const threads = source.threads.map((thread) => ({ ...thread, instructions: fencedList(thread.instructions) }));
  return { ...source, threads };
}

function fencedList(list: readonly Instruction[]): Instruction[] {
  return list.flatMap((step, i): Instruction[] => {
    switch (step.op) {
      case 'store':
        return [step, { op: 'fence', order: 'seq_cst' }];
      case 'spawn':
        return [{ ...step, body: fencedList(step.body) }];
      case 'skip':
        return [{ ...step, count: fencedList(list.slice(i + 1, i + 1 + step.count)).length }];
      default:
        return [step];
    }
  });
}
