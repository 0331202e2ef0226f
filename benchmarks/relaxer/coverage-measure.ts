import type { ModelName, Program, Schedule, Trace } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  Recorder,
  withRestarts,
  failureKey,
  isSequentiallyConsistent,
  replay,
  traceOf,
} from '@fencepost/core';
import type { ActiveResult, Cycle, Execution } from '@fencepost/explore';
import { followingRetries } from '@fencepost/testing';
import {
  FinishedMachine,
  accessesOf,
  endingOf,
  exploreGraphs,
  failuresOf,
  hasCycle,
  testActively,
} from '@fencepost/explore';
import { pairsOfCycles, toldPair } from './coverage-pairs.js';

export type CoverageModel = 'tso' | 'pso';
export const COVERAGE_MODELS: readonly CoverageModel[] = ['tso', 'pso'];

export interface CoverageOptions {
  readonly seed: number;
  /** Executions of active testing in all: under SC, to see where these come close to cycles, and steered. */
  readonly budget: number;
  /** Most labels of a cycle. */
  readonly length: number;
  /** A program with more executions is too large. */
  readonly mostExecutions: number;
  readonly mostSeconds: number;
}

/** What exists, and what of it was found. */
export interface Findings {
  readonly all: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

/**
 * What there is to find under a model, and what active testing found. A violation is told by the label of an operation and
 * that of a write that came too late for it: `told` has one such pair for each execution that is not SC, `onCycles` those of
 * all cycles of each.
 */
export interface Coverage {
  readonly model: CoverageModel;
  readonly told: Findings;
  readonly onCycles: Findings;
  /** Keys of failures that SC does not have. */
  readonly failures: Findings;
  readonly executions: number;
  /** What active testing said that is not so; must be empty. */
  readonly wrong: readonly string[];
}

/** What exhaustive exploration finds. */
interface Explored {
  readonly told: ReadonlySet<string>;
  readonly onCycles: ReadonlySet<string>;
  /** Keys of the traces that are not SC. */
  readonly traces: ReadonlySet<string>;
  readonly failures: ReadonlySet<string>;
}

/** Undefined: the program is too large to be explored under SC or this model. */
export function coverage(program: Program, model: CoverageModel, options: CoverageOptions): Coverage | undefined {
  return withRestarts(() => {
    // Active testing follows retries.
    const states = new LocalStates(followingRetries(program));
    const sequential = explore(states, 'sc', options);
    const all = sequential && explore(states, model, options);
    if (sequential === undefined || all === undefined) return undefined;
    const failures = new Set([...all.failures].filter((key) => !sequential.failures.has(key)));
    const found = new Found(states, model, all);
    const { result, executions } = test(states, model, options, (schedule) => found.add(schedule));
    found.addCycles(result, failures);
    return {
      model,
      told: { all: all.told, found: found.told },
      onCycles: { all: all.onCycles, found: found.onCycles },
      failures: { all: failures, found: found.failures },
      executions,
      wrong: found.wrong,
    };
  });
}

function explore(states: LocalStates, model: ModelName, options: CoverageOptions): Explored | undefined {
  const { mostExecutions, mostSeconds } = options;
  const end = performance.now() + 1000 * mostSeconds;
  const told = new Set<string>();
  const onCycles = new Set<string>();
  const traces = new Set<string>();
  const add = (execution: Execution): void => {
    if (!execution.sequential) traces.add(execution.trace().key);
  };
  const { rest, failures } = exploreGraphs(states, {
    model,
    budget: mostExecutions,
    until: () => performance.now() > end,
    onExecution: (execution) => {
      add(execution);
      if (execution.sequential) return;
      const trace = execution.trace();
      told.add(toldPair(trace, model));
      for (const pair of pairsOfCycles(trace)) onCycles.add(pair);
    },
    onBlocked: add,
  });
  if (rest.length > 0) return undefined;
  return { told, onCycles, traces, failures: new Set(failures.map(failureKey)) };
}

function test(
  states: LocalStates,
  model: CoverageModel,
  { seed, budget, length }: CoverageOptions,
  onExecution: (schedule: Schedule) => void,
): { readonly result: ActiveResult; readonly executions: number } {
  let executions = 0;
  const until = (): boolean => executions >= budget;
  const testing = testActively(states, { model, seed, length, fewestUnguidedRuns: budget, until, onExecution });
  for (;;) {
    const { done, value } = testing.next();
    if (done === true) return { result: value, executions };
    executions++;
  }
}

/** What steered executions show when they are run again, and whether it is so. */
class Found {
  readonly told = new Set<string>();
  readonly onCycles = new Set<string>();
  readonly failures = new Set<string>();
  readonly wrong: string[] = [];
  private readonly seen = new Set<string>();
  private readonly states: LocalStates;
  private readonly model: CoverageModel;
  private readonly all: Explored;

  constructor(states: LocalStates, model: CoverageModel, all: Explored) {
    this.states = states;
    this.model = model;
    this.all = all;
  }

  /** A steered execution. Its pair counts if it ran to its end. */
  add(schedule: Schedule): void {
    const { all, model, seen } = this;
    const { machine, trace } = rerun(this.states, model, schedule);
    if (seen.has(trace.key) || isUnfinished(machine) || isSequentiallyConsistent(trace)) return;
    seen.add(trace.key);
    const pair = toldPair(trace, model);
    this.told.add(pair);
    const pairs = [pair, ...pairsOfCycles(trace)];
    for (const each of pairs) this.onCycles.add(each);
    if (!all.traces.has(trace.key)) this.wrong.push(`exhaustive exploration lacks the execution with ${pair}`);
    if (!all.told.has(pair) || pairs.some((each) => !all.onCycles.has(each))) {
      this.wrong.push(`exhaustive exploration lacks a pair of the execution with ${pair}`);
    }
  }

  /** Confirmed cycles, with executions that are to show them, and the failures that exist but not under SC. */
  addCycles({ cycles }: ActiveResult, failures: ReadonlySet<string>): void {
    for (const { labels, harmful, witness, harmfulWitness } of cycles) {
      const keys = harmful.map(failureKey);
      if (witness !== undefined) this.check(labels, witness, []);
      if (harmfulWitness !== undefined) this.check(labels, harmfulWitness, keys);
      for (const key of keys) {
        this.failures.add(key);
        if (!failures.has(key)) this.wrong.push(`exhaustive exploration lacks the failure ${key}`);
      }
    }
  }

  /** Does this execution have the cycle and, if any are given, one of these failures? */
  private check(labels: Cycle, schedule: Schedule, keys: readonly string[]): void {
    const { states, all, wrong } = this;
    const name = labels.map((label) => states.labels.get(label).text).join(', ');
    const { machine, trace } = rerun(states, this.model, schedule);
    if (!hasCycle(accessesOf(trace), labels)) wrong.push(`${name}: its witness does not have it`);
    if (isSequentiallyConsistent(trace)) wrong.push(`${name}: its witness is sequentially consistent`);
    if (!isUnfinished(machine) && !all.traces.has(trace.key)) {
      wrong.push(`${name}: exhaustive exploration lacks its witness`);
    }
    if (keys.length === 0) return;
    const deadlocked = machine.isDeadlocked();
    const failed = failuresOf({ deadlocked, sequential: false, trace: () => trace }).map(failureKey);
    if (!failed.some((key) => keys.includes(key))) wrong.push(`${name}: nothing fails where it is to do harm`);
  }
}

function rerun(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
): { readonly machine: Machine; readonly trace: Trace } {
  const machine = new Machine(states, model, new Recorder());
  replay(machine, schedule);
  return { machine, trace: traceOf(states, machine.recorder!) };
}

/** Could it go on, or was a thread cut off? */
function isUnfinished(machine: Machine): boolean {
  const { states, local, memory } = machine;
  const canGoOn = (t: number): boolean => memory.pending(t) > 0 || machine.canRun(t, 0);
  if (local.some((state, t) => state !== 0 && canGoOn(t))) return true;
  return endingOf(states, new FinishedMachine(machine)).kind !== 'complete';
}
