import type { ModelName, ProgramBuilder } from '@fencepost/core';
import {
  FAIL,
  LocalStates,
  Machine,
  Recorder,
  fetchAdd,
  fromInstructions,
  isJudged,
  linearise,
  load,
  modelNames,
  parseSchedule,
  printSchedule,
  program,
  replay,
  replayedTrace,
  store,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_MODELS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import { exploreGraphs } from '../src/index.js';

/** Those with store buffers, and those with the permissive machine. */
const REPLAYED_MODELS = [...COMPARED_MODELS, ...modelNames(isJudged)];

/** Replays every graph's linearisation, through its printed form, on the operational model. */
function replayAll(states: LocalStates, model: ModelName): void {
  exploreGraphs(states, {
    model,
    onExecution: (execution) => {
      const trace = execution.trace();
      const schedule = linearise(trace, model);
      expect(schedule).toBeDefined();
      const machine = new Machine(states, model, new Recorder());
      replay(machine, parseSchedule(printSchedule(schedule!)));
      expect(machine.recorder!.key()).toBe(trace.key);
      // No thread waits forever once a thread has failed.
      const failed = machine.local.some((state) => states.kind[state] === FAIL);
      expect(machine.isDeadlocked() && !failed).toBe(execution.deadlocked);
    },
  });
}

describe('linearisation', () => {
  it.each(SMALL_PROGRAMS)('every graph replays on a machine: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), (source) => {
        const states = new LocalStates(fromInstructions(source));
        for (const model of REPLAYED_MODELS) replayAll(states, model);
      }),
      { numRuns: 100 },
    );
  });

  it.each(SMALL_PROGRAMS)('parts that are cut off anywhere are kept: $threads threads', { timeout: 60_000 }, (size) => {
    fc.assert(
      fc.property(randomProgram(size), fc.nat(), (source, cut) => {
        const states = new LocalStates(fromInstructions(source));
        for (const model of REPLAYED_MODELS) {
          // As late as possible, so that stores are on their way when it is cut off.
          exploreGraphs(states, {
            model,
            budget: 8,
            onExecution: (execution) => {
              const whole = linearise(execution.trace(), model)!;
              const part = whole.slice(0, cut % (whole.length + 1));
              const trace = replayedTrace(states, model, part);
              for (const commits of ['early', 'late'] as const) {
                const again = replayedTrace(states, model, linearise(trace, model, commits)!);
                expect(again.last).toEqual(trace.last);
              }
            },
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a trace that a model does not have has no schedule there', () => {
    const sb = program('sb', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield load(y);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield load(x);
      });
    });
    const schedules: string[] = [];
    exploreGraphs(new LocalStates(sb), {
      model: 'tso',
      onExecution: (execution) => {
        if (execution.sequential) return;
        const trace = execution.trace();
        expect(linearise(trace, 'sc')).toBeUndefined();
        schedules.push(printSchedule(linearise(trace, 'tso')!));
      },
    });
    expect(schedules).toEqual(['fp1:1x2.2x2.2c.1c']);
  });

  it('without store buffers, reads are old and stores are placed before others only where that is necessary', () => {
    const schedulesOf = (build: (p: ProgramBuilder) => void): string[] => {
      const found: string[] = [];
      exploreGraphs(new LocalStates(program('test', build)), {
        model: 'rc11',
        onExecution: (execution) => {
          const schedule = printSchedule(linearise(execution.trace(), 'rc11')!);
          expect(/[rw]/.test(schedule)).toBe(!execution.sequential);
          if (!execution.sequential) found.push(schedule);
        },
      });
      return found;
    };
    const mp = schedulesOf((p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield store(y, 1);
      });
      p.thread('right', function* () {
        yield load(y);
        yield load(x);
      });
    });
    expect(mp).toEqual(['fp1:1x2.2.2r1']);
    const twoPlusTwoW = schedulesOf((p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield store(x, 1);
        yield store(y, 2);
      });
      p.thread('right', function* () {
        yield store(y, 1);
        yield store(x, 2);
      });
    });
    expect(twoPlusTwoW).toEqual(['fp2:1x2.2.2w1']);
    const atomics = schedulesOf((p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('left', function* () {
        yield fetchAdd(x, 1, 'relaxed');
        yield load(y);
      });
      p.thread('right', function* () {
        yield fetchAdd(y, 1, 'relaxed');
        yield load(x);
      });
    });
    expect(atomics).toEqual(['fp1:1x2.2.2r1']);
  });
});
