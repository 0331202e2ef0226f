import type { Instruction, InstructionProgram, Schedule } from '@fencepost/core';
import { FAIL, JOIN, LocalStates, Machine, Recorder, fromInstructions, printSchedule } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '@fencepost/testing';
import type { BoundedExecution, BoundedOptions, Exploration, Observer, ScRunView } from '../src/index.js';
import { exploreAll, exploreBounded, exploreSource } from '../src/index.js';

const SIZES = [
  { threads: 2, operations: 9 },
  { threads: 3, operations: 7 },
  { threads: 4, operations: 6 },
];

function forRandomPrograms(numRuns: number, property: (states: LocalStates) => void): void {
  for (const size of SIZES) forAll(randomProgram(size), numRuns, property);
}

function forAll(
  sources: fc.Arbitrary<InstructionProgram>,
  numRuns: number,
  property: (states: LocalStates) => void,
): void {
  fc.assert(
    fc.property(sources, (source) => {
      property(new LocalStates(fromInstructions(source)));
    }),
    { numRuns, seed: 1 },
  );
}

interface Interleaving {
  readonly schedule: string;
  readonly preemptions: number;
  readonly trace: string;
}

function fork(machine: Machine): Machine {
  const copy = new Machine(machine.states, machine.model, new Recorder());
  copy.copyFrom(machine);
  return copy;
}

/** By definition. */
function everyInterleaving(states: LocalStates): Interleaving[] {
  const found: Interleaving[] = [];
  const extend = (machine: Machine, done: readonly number[], preemptions: number): void => {
    const enabled = Array.from({ length: machine.threads }, (_, t) => t).filter((t) => machine.canRun(t));
    const running = enabled.find((t) => t === done.at(-1));
    for (const t of enabled) {
      const next = fork(machine);
      next.run(t);
      extend(next, [...done, t], preemptions + (running !== undefined && running !== t ? 1 : 0));
    }
    if (enabled.length > 0) return;
    const schedule = printSchedule(scheduleOf(states, done));
    found.push({ schedule, preemptions, trace: machine.recorder!.key() });
  };
  extend(new Machine(states, 'sc', new Recorder()), [], 0);
  return found;
}

function scheduleOf(states: LocalStates, order: readonly number[]): Schedule {
  return order.map((t) => ({ kind: 'run', thread: states.threads.handles[t]!, choice: 0 }));
}

function bounded(states: LocalStates, options: BoundedOptions): ReturnType<typeof exploreBounded> & Found {
  const interleavings: Interleaving[] = [];
  const onExecution = (execution: BoundedExecution): void => {
    const schedule = printSchedule(execution.schedule());
    interleavings.push({ schedule, preemptions: execution.preemptions, trace: execution.trace().key });
  };
  return { ...exploreBounded(states, { ...options, onExecution }), interleavings };
}

interface Found {
  readonly interleavings: readonly Interleaving[];
}

const bySchedule = (a: Interleaving, b: Interleaving): number => (a.schedule < b.schedule ? -1 : 1);

/** The fewest preemptions of each trace. */
function cheapest(interleavings: readonly Interleaving[]): Map<string, number> {
  const fewest = new Map<string, number>();
  for (const { trace, preemptions } of interleavings) {
    fewest.set(trace, Math.min(preemptions, fewest.get(trace) ?? Infinity));
  }
  return fewest;
}

/** What an exploration says about the ends of executions, in a form that does not depend on the order of finding. */
function endings({ states, executions, deadlocks, nonSequential, failures, finals }: Exploration): unknown {
  const ends: string[] = [];
  for (const final of finals) {
    const local = states.threads.handles.map((_, t) => final.local(t));
    const memory = states.locations.addresses.map((_, location) => final.value(location));
    ends.push(JSON.stringify([final.deadlocked, local, memory, final.executions]));
  }
  const failed = failures.map((failure) => JSON.stringify(failure)).sort();
  return { executions, deadlocks, nonSequential, failed, ends: ends.sort() };
}

describe('preemption-bounded search with reduction', { timeout: 60_000 }, () => {
  it('finds the same as other explorers without a bound, each trace once', () => {
    forRandomPrograms(60, (states) => {
      const traces = new Set<string>();
      exploreAll(states, { model: 'sc', onExecution: (one) => traces.add(one.trace().key) });
      const found = bounded(states, { finals: true });
      expect(found.complete).toBe(true);
      expect(found.interleavings.map(({ trace }) => trace).sort()).toEqual([...traces].sort());
      expect(endings(found)).toEqual(endings(exploreSource(states, { model: 'sc', finals: true })));
    });
  });

  /** Returns the number of traces that need preemptions. */
  const agreesAtEachBound = (states: LocalStates): number => {
    const naive = everyInterleaving(states);
    const fewest = cheapest(naive);
    const found = bounded(states, {});
    expect(cheapest(found.interleavings)).toEqual(fewest);
    expect(found.executions).toBe(fewest.size);
    for (const { preemptions, newExecutions } of found.bounds) {
      expect(newExecutions).toBe([...fewest.values()].filter((needed) => needed === preemptions).length);
    }
    const schedules = new Map(naive.map((one) => [one.schedule, one]));
    for (const one of found.interleavings) expect(schedules.get(one.schedule)).toEqual(one);
    return found.executions - found.bounds[0]!.executions;
  };

  it('finds at each bound the traces of all executions within it, no others, and none again', () => {
    let needPreemptions = 0;
    forRandomPrograms(60, (states) => {
      needPreemptions += agreesAtEachBound(states);
    });
    expect(needPreemptions).toBeGreaterThan(500);
  });

  it('so also where threads wait for others that end with fences', () => {
    const fence: Instruction = { op: 'fence', order: 'seq_cst' };
    const join: Instruction = { op: 'join', thread: 0 };
    const access = fc.constantFrom<Instruction>(
      { op: 'store', address: 0, value: 1 },
      { op: 'load', address: 0, to: 0 },
      fence,
    );
    const lists = fc.tuple(
      access.map((first) => (first === fence ? [fence] : [first, fence])),
      fc.tuple(access, access).map(([before, after]) => [before, join, after]),
      fc.tuple(access, access).map(([before, after]) => [before, join, after]),
      access.map((only) => [only]),
    );
    const sources = lists.map((threads) => ({
      name: 'joins',
      threads: threads.map((instructions, t) => ({ name: `t${t}`, instructions })),
    }));
    forAll(sources, 40, agreesAtEachBound);
  });
});

describe('preemption-bounded search without reduction', { timeout: 60_000 }, () => {
  it('visits each interleaving once, at the bound that is its number of preemptions', () => {
    forRandomPrograms(60, (states) => {
      const naive = everyInterleaving(states);
      const found = bounded(states, { reduction: false });
      expect(found.complete).toBe(true);
      expect(found.executions).toBe(naive.length);
      expect([...found.interleavings].sort(bySchedule)).toEqual([...naive].sort(bySchedule));
      const order = found.interleavings.map(({ preemptions }) => preemptions);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      for (const { preemptions, executions } of found.bounds) {
        expect(executions).toBe(naive.filter((one) => one.preemptions <= preemptions).length);
      }
    });
  });

  it('finds the traces of the oracle', () => {
    forRandomPrograms(60, (states) => {
      const traces = new Set<string>();
      exploreAll(states, { model: 'sc', onExecution: (one) => traces.add(one.trace().key) });
      expect(new Set(cheapest(bounded(states, { reduction: false }).interleavings).keys())).toEqual(traces);
    });
  });
});

describe.each([true, false])('a last bound (reduction: %s)', (reduction) => {
  it('ends the search there, with the same result so far', { timeout: 60_000 }, () => {
    forRandomPrograms(60, (states) => {
      const all = bounded(states, { reduction });
      const last = all.bounds.length - 1;
      for (const mostPreemptions of new Set([0, 1, last])) {
        const found = bounded(states, { reduction, mostPreemptions });
        expect(found.bounds).toEqual(all.bounds.slice(0, mostPreemptions + 1));
        expect(found.interleavings).toEqual(all.interleavings.slice(0, found.executions));
        expect(found.complete).toBe(mostPreemptions >= last);
        expect(found.stoppedBy).toBe(found.complete ? undefined : 'preemptions');
      }
    });
  });
});

/** Follows the search on core's machine: one machine for each operation told. */
class Follower implements Observer {
  readonly machines: Machine[];
  readonly view: ScRunView;
  /** Who was told to wait, and where, since this was last emptied. */
  waiting: [t: number, state: number][] = [];
  private readonly revisits: boolean;
  private readonly told = new Set<string>();
  private readonly order: number[] = [];

  constructor(states: LocalStates, view: ScRunView, revisits: boolean) {
    this.machines = [new Machine(states, 'sc', new Recorder())];
    this.view = view;
    this.revisits = revisits;
  }

  get machine(): Machine {
    return this.machines.at(-1)!;
  }

  step(t: number, state: number, writes: boolean): void {
    const { machine, view, order } = this;
    expect(machine.local[t]).toBe(state);
    expect(machine.canRun(t)).toBe(true);
    expect(view.recorded().key()).toBe(machine.recorder!.key());
    expect(view.schedule()).toEqual(scheduleOf(machine.states, order));
    const next = fork(machine);
    next.run(t);
    expect(next.recorder!.wrote[t]!.at(-1)).toBe(writes);
    this.machines.push(next);
    order.push(t);
    if (this.revisits) {
      const prefix = order.join();
      expect(this.told.has(prefix)).toBe(view.revisited);
      this.told.add(prefix);
    }
  }

  settle(): void {
    // The search takes every step back.
  }

  undo(): void {
    this.machines.pop();
    this.order.pop();
  }

  waits(t: number, state: number): void {
    this.waiting.push([t, state]);
  }
}

function waitingForValues({ states, local }: Machine): [t: number, state: number][] {
  const waiting: [t: number, state: number][] = [];
  local.forEach((state, t) => {
    if (state !== 0 && !states.isTerminal(state) && states.kind[state] !== JOIN) waiting.push([t, state]);
  });
  return waiting;
}

describe.each([true, false])('an observer (reduction: %s)', (reduction) => {
  it('is notified of every step and of every undone step', { timeout: 60_000 }, () => {
    forRandomPrograms(20, (states) => {
      let follower!: Follower;
      let count = 0;
      const { executions } = exploreBounded(states, {
        reduction,
        budget: 50,
        observe: (view) => (follower = new Follower(states, view, !reduction)),
        onExecution: (execution) => {
          const { machine, view } = follower;
          expect(execution.trace().key).toBe(machine.recorder!.key());
          // No thread waits forever once a thread has failed.
          const failed = machine.local.some((state) => states.kind[state] === FAIL);
          expect(machine.isDeadlocked() && !failed).toBe(execution.deadlocked);
          expect(view.preemptions).toBe(execution.preemptions);
          expect(view.executions).toBe(count++);
          expect(follower.waiting).toEqual(waitingForValues(machine));
          follower.waiting = [];
        },
      });
      expect(follower.machines.length).toBe(1);
      expect(count).toBe(executions);
    });
  });
});
