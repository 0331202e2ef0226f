import type { Program } from '@fencepost/core';
import {
  LocalStates,
  assert,
  failureKey,
  fromInstructions,
  join,
  load,
  printSchedule,
  program,
  spawn,
  store,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bakeryOfLines,
  dekkerOfLines,
  fencedFigure1,
  figure1,
  figure13,
  figure2,
  nonBlockingQueue,
  twoLockQueue,
  dekker,
  randomProgram,
  largeProgram,
} from '@fencepost/testing';
import { MODELS, checked, replayed } from './tested-programs.js';
import type { ActiveOptions, ActiveProgress, ActiveResult, Cycle, CycleResult } from '../src/index.js';
import {
  Cycles,
  accessesOf,
  exploreAll,
  exploreGraphs,
  hasCycle,
  predictCycles,
  testActively,
  testRandomly,
  toTheEnd,
} from '../src/index.js';

function active(source: Program | LocalStates, options: ActiveOptions): ActiveResult {
  return toTheEnd(testActively(source instanceof LocalStates ? source : new LocalStates(source), options));
}

const wasConfirmed = ({ witness }: CycleResult): boolean => witness !== undefined;

function lines({ states }: ActiveResult, labels: Cycle): string {
  return labels.map((label) => states.labels.get(label).site!.line).join(' ');
}

describe('active testing of random programs', { timeout: 120_000 }, () => {
  const anyProgram = fc.oneof(
    randomProgram({ threads: 2, operations: 8 }),
    randomProgram({ threads: 3, operations: 6 }),
  );
  const anyModel = fc.constantFrom(...MODELS);

  it('confirms only cycles that exhaustive exploration has, and shows an execution with each', () => {
    const seen = { confirmed: 0, missed: 0 };
    fc.assert(
      fc.property(anyProgram, anyModel, fc.integer(), (source, model, seed) => {
        const states = new LocalStates(fromInstructions(source));
        const result = active(states, { model, seed, sequentialRuns: 20, trialsPerCycle: 10 });
        const possible = new Set<Cycle>();
        exploreAll(states, {
          model,
          onExecution: (execution) => {
            const accesses = accessesOf(execution.trace());
            for (const { labels } of result.cycles) if (hasCycle(accesses, labels)) possible.add(labels);
          },
        });
        for (const cycle of result.cycles) {
          if (cycle.witness === undefined) {
            expect(cycle.confirmed + cycle.byTheWay).toBe(0);
            if (possible.has(cycle.labels)) seen.missed++;
            continue;
          }
          seen.confirmed++;
          expect(possible).toContain(cycle.labels);
          const { trace, sequential } = replayed(states, model, cycle.witness);
          expect(hasCycle(accessesOf(trace), cycle.labels)).toBe(true);
          expect(sequential).toBe(false);
        }
      }),
      { numRuns: 400, seed: 1 },
    );
    expect(seen.confirmed).toBeGreaterThan(30);
    // It is a test, not a proof; but such short programs leave little to miss.
    expect(seen.missed).toBeLessThan(seen.confirmed / 10);
  });

  it('calls harmful only failures that never occur under SC, and shows an execution', () => {
    let harmful = 0;
    let harmless = 0;
    fc.assert(
      fc.property(anyProgram, anyModel, fc.integer({ min: 2, max: 4 }), (source, model, modulus) => {
        const states = new LocalStates(checked(source, modulus));
        const result = active(states, { model, sequentialRuns: 50, trialsPerCycle: 10 });
        const sequential = new Set(exploreAll(states, { model: 'sc' }).failures.map(failureKey));
        for (const cycle of result.cycles) {
          if (cycle.harmfulWitness === undefined) {
            expect(cycle.harmful).toEqual([]);
            if (cycle.confirmed > 0) harmless++;
            continue;
          }
          harmful++;
          const keys = cycle.harmful.map(failureKey);
          for (const key of keys) expect(sequential).not.toContain(key);
          const again = replayed(states, model, cycle.harmfulWitness);
          expect(again.sequential).toBe(false);
          expect(hasCycle(accessesOf(again.trace), cycle.labels)).toBe(true);
          expect(
            again
              .failures()
              .map(failureKey)
              .some((key) => keys.includes(key)),
          ).toBe(true);
        }
        for (const found of result.failures) {
          expect(found.sequential).toBe(sequential.has(failureKey(found.failure)));
          expect(replayed(states, model, found.witness).failures().map(failureKey)).toContain(
            failureKey(found.failure),
          );
        }
      }),
      { numRuns: 600, seed: 1 },
    );
    expect(harmful).toBeGreaterThan(5);
    expect(harmless).toBeGreaterThan(5);
  });

  it('does the same again with the same seed', () => {
    const told = ({ cycles, failures, executions }: ActiveResult): unknown => [
      executions,
      failures.map(({ failure, witness }) => [failureKey(failure), printSchedule(witness)]),
      cycles.map(({ confirmed, byTheWay, witness }) => [confirmed, byTheWay, witness && printSchedule(witness)]),
    ];
    fc.assert(
      fc.property(anyProgram, anyModel, fc.integer(), (source, model, seed) => {
        const options: ActiveOptions = { model, seed, sequentialRuns: 10, trialsPerCycle: 5 };
        const fresh = told(active(fromInstructions(source), options));
        expect(told(active(fromInstructions(source), options))).toEqual(fresh);
      }),
      { numRuns: 50 },
    );
  });
});

describe('active testing', { timeout: 60_000 }, () => {
  it('makes the cycle of Fig. 1 happen nearly always', () => {
    for (const model of MODELS) {
      const result = active(figure1(), { model });
      expect(result.cycles.map(({ labels }) => lines(result, labels))).toEqual(['1 2 3 4']);
      const [cycle] = result.cycles;
      expect(cycle!.trials).toBe(30);
      expect(cycle!.probability).toBeGreaterThan(0.69);
      expect(cycle!.probability).toBe(cycle!.confirmed / 30);
      expect(cycle!.harmful.map(({ message }) => message)).toEqual(['both read 0']);
    }
  });

  it('distinguishes the harmful cycle of Fig. 2 from the benign one', () => {
    const result = active(figure2(), { model: 'pso' });
    const byLines = new Map(
      result.cycles.map((cycle) => [[...lines(result, cycle.labels).split(' ')].sort().join(' '), cycle]),
    );
    expect(byLines.get('1 3 4 5')!.harmful).toHaveLength(1);
    expect(byLines.get('2 3 4 7')!.confirmed).toBeGreaterThan(0);
  });

  it('tries nothing that the model cannot do', () => {
    const result = active(figure2(), { model: 'tso' });
    expect(result.cycles.map(({ possible, trials }) => ({ possible, trials }))).toEqual([
      { possible: false, trials: 0 },
      { possible: false, trials: 0 },
    ]);
  });

  it('confirms nothing in a robust program', () => {
    for (const source of [fencedFigure1(), dekker(1, true), twoLockQueue()]) {
      const result = active(source, { model: 'tso', trialsPerCycle: 5 });
      expect(result.executions).toBeGreaterThan(0);
      expect(result.cycles.filter(wasConfirmed)).toEqual([]);
      expect(result.failures).toEqual([]);
    }
  });

  it('finds the rare cycle of Fig. 13, which random schedules do not', () => {
    // Every step of the generator is an execution, whatever it is for.
    const executionsUntilHarm = (long: number, model: ActiveOptions['model'], seed: number): number => {
      let executions = 0;
      let harmful = 0;
      const options: ActiveOptions = { model, seed, sequentialRuns: 10, until: () => harmful > 0 };
      const testing = testActively(new LocalStates(figure13(long)), options);
      for (let step = testing.next(); step.done !== true; step = testing.next()) {
        executions++;
        ({ harmful } = step.value);
      }
      return harmful === 1 ? executions : Infinity;
    };
    for (const model of MODELS) {
      for (const seed of [1, 2, 3]) {
        expect(executionsUntilHarm(100, model, seed)).toBeLessThanOrEqual(50);
        expect(executionsUntilHarm(1000, model, seed)).toBeLessThanOrEqual(50);
      }
    }
    const random = toTheEnd(testRandomly(new LocalStates(figure13(100)), { model: 'tso', runs: 10_000 }));
    expect(random).toMatchObject({ runs: 10_000, unfinished: 0, failures: [] });
  });

  it('goes on to longer cycles on demand', () => {
    const source = program('wrc', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      p.thread('writer', function* () {
        yield store(x, 1);
      });
      p.thread('teller', function* () {
        if ((yield load(x)) === 1) yield store(y, 1);
      });
      p.thread('reader', function* () {
        if ((yield load(y)) === 1) assert((yield load(x)) === 1, 'told, but not seen');
      });
    });
    expect(active(source, { model: 'pslo' }).cycles.filter(({ predicted }) => predicted)).toEqual([]);
    const { cycles } = active(source, { model: 'pslo', length: 6 });
    expect(cycles.map(({ labels }) => labels.length)).toEqual([6]);
    expect(cycles[0]!.harmful.map(({ message }) => message)).toEqual(['told, but not seen']);
    expect(active(source, { model: 'pso', length: 6 }).cycles.filter(wasConfirmed)).toEqual([]);
  });

  it('sees cycles of many threads, which are not predicted, and steers executions into them', () => {
    const source = program('ring', (p) => {
      const variables = Array.from({ length: 10 }, (_, i) => p.variable(`x${i}`));
      variables.forEach((mine, i) =>
        p.thread(`t${i}`, function* () {
          yield store(mine, 1);
          return yield load(variables[(i + 1) % 10]!);
        }),
      );
      p.after((final) =>
        assert(
          variables.some((_, t) => final.outcome(t) === 1),
          'all read 0',
        ),
      );
    });
    for (const model of MODELS) {
      const { cycles } = active(source, { model });
      const [cycle] = cycles.filter(({ predicted }) => !predicted);
      expect(cycle).toMatchObject({ possible: true, harmful: [{ message: 'all read 0' }] });
      expect(cycle!.labels).toHaveLength(20);
      expect(cycle!.confirmed).toBeGreaterThan(10);
      expect(cycle!.byTheWay).toBeGreaterThan(0);
    }
  });

  it('steers threads that others start', () => {
    const source = program('children', (p) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      const both = p.array('read', 2);
      p.thread('main', function* () {
        const children: number[] = [];
        for (const [i, [mine, other]] of ([[x, y], [y, x]] as const).entries()) {
          children.push(
            yield spawn(function* () {
              yield store(mine, 1);
              yield store(both[i]!, 1 + (yield load(other)));
            }),
          );
        }
        for (const child of children) yield join(child);
        const [left, right] = [yield load(both[0]!), yield load(both[1]!)];
        assert(left === 2 || right === 2, 'both read 0');
      });
    }); // prettier-ignore
    for (const model of MODELS) {
      const { cycles } = active(source, { model });
      const harmful = cycles.filter((cycle) => cycle.harmful.length > 0);
      expect(harmful.map(({ probability }) => probability > 0.69)).toContain(true);
    }
  });

  it('confirms the cycles that a complete search of Dekker’s algorithm finds', () => {
    const states = new LocalStates(dekker(1, false));
    const result = active(states, { model: 'tso' });
    const complete = new Set<Cycle>();
    exploreGraphs(states, {
      model: 'tso',
      onExecution: (execution) => {
        const accesses = accessesOf(execution.trace());
        for (const { labels } of result.cycles) if (hasCycle(accesses, labels)) complete.add(labels);
      },
    });
    expect(new Set(result.cycles.filter(wasConfirmed).map(({ labels }) => labels))).toEqual(complete);
    expect(result.cycles.find(({ harmful }) => harmful.length > 0)!.harmful[0]!.message).toBe(
      'two threads in the critical section',
    );
  });

  it('finds many harmful cycles in programs of the paper', () => {
    const counted = (source: Program, model: ActiveOptions['model']): { confirmed: number; harmful: number } => {
      const { cycles } = active(source, { model, trialsPerCycle: 8 });
      const harmful = cycles.filter((cycle) => cycle.harmful.length > 0).length;
      return { confirmed: cycles.filter(wasConfirmed).length, harmful };
    };
    // As many as Table 1 has; its queue is another one.
    expect(counted(dekkerOfLines(3), 'tso').harmful).toBeGreaterThanOrEqual(39);
    expect(counted(bakeryOfLines(3), 'tso').harmful).toBeGreaterThanOrEqual(33);
    expect(counted(nonBlockingQueue(), 'pso').harmful).toBeGreaterThan(40);
    expect(counted(nonBlockingQueue(), 'tso')).toEqual({ confirmed: 0, harmful: 0 });
  });

  it('reports its progress, and stops on request', () => {
    const seen: ActiveProgress[] = [];
    const states = new LocalStates(dekker(1, false));
    const testing = testActively(states, { model: 'tso', sequentialRuns: 7, until: () => seen.length === 24 });
    let step = testing.next();
    for (; step.done !== true; step = testing.next()) seen.push(step.value);
    const { executions, sequentialRuns, complete, cycles } = step.value;
    expect({ executions, sequentialRuns, complete }).toEqual({ executions: 17, sequentialRuns: 7, complete: false });
    const phases = seen.map(({ phase }) => phase);
    expect(phases.lastIndexOf('predicting')).toBe(13);
    expect(seen.at(-1)).toMatchObject({ phase: 'steering', executions: 10, predicted: cycles.length });
    expect(Math.max(...cycles.map(({ trials }) => trials))).toBe(1);
  });

  it('gives up on executions that do not end', () => {
    const source = program('spinning', (p) => {
      const [x, y, never] = [p.variable('x'), p.variable('y'), p.variable('never')];
      for (const [mine, other] of [[x, y], [y, x]] as const) {
        p.thread(`stores ${mine.name}`, function* () {
          yield store(mine, 1);
          yield load(other);
          while ((yield load(never)) === 0);
        });
      }
    }); // prettier-ignore
    const options: ActiveOptions = { model: 'tso', sequentialRuns: 3, trialsPerCycle: 4, mostSteps: 500 };
    const { executions, unfinished, cycles } = active(source, options);
    expect(executions).toBeGreaterThan(0);
    expect(unfinished).toBe(executions);
    expect(cycles.filter(wasConfirmed)).toEqual([]);
  });
});

describe('a program with too many cycles', () => {
  it('is tested all the same: with the closest cycles, and soon', { timeout: 60_000 }, () => {
    const source = largeProgram({ threads: 8, lines: 100, variables: 64, seed: 1 });
    const { cycles, leftOut, failures } = active(source, { model: 'tso', sequentialRuns: 20, trialsPerCycle: 0 });
    expect(leftOut).toBe(true);
    expect(cycles.filter(({ predicted }) => predicted)).toHaveLength(2000);
    expect(cycles.every(({ possible }) => possible)).toBe(true);
    expect(failures.map(({ failure }) => failure.message)).toEqual(['both read 0']);
  });

  it('finds cycles that were not predicted only as long as there are not too many', { timeout: 60_000 }, () => {
    const source = largeProgram({ threads: 8, lines: 40, variables: 8, seed: 1 });
    const { cycles } = active(source, {
      ...{ model: 'tso', sequentialRuns: 2, trialsPerCycle: 0, fewestUnguidedRuns: 1500 },
    });
    expect(cycles.length).toBeLessThanOrEqual(2500);
  });
});

describe('the predicted cycles', () => {
  it('are those of the executions under SC', () => {
    const states = new LocalStates(dekkerOfLines(1));
    const { cycles } = active(states, { model: 'tso', trialsPerCycle: 0, sequentialRuns: 200 });
    const all = new Cycles();
    exploreAll(states, {
      model: 'sc',
      onExecution: (execution) => predictCycles(accessesOf(execution.trace()), 4, all),
    });
    expect(cycles.map(({ labels }) => labels)).toEqual(all.sorted());
  });
});
