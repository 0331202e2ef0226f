import type { Program } from '@fencepost/core';
import { FencepostError, LocalStates, beginningAgain, parseSchedule, printSchedule } from '@fencepost/core';
import { tellStory } from '@fencepost/report';
import { GraphChecks } from './check-graph.js';
import { MonitorChecks } from './check-monitor.js';
import { stoppedByLimits } from './coverage.js';
import type { CheckMethod, CheckedModel, ProgramCheck } from './program-check.js';
import { CHECKED_MODELS } from './program-check.js';
import { shorten } from './shorten.js';

export interface CheckOptions {
  readonly models?: readonly CheckedModel[];
  /** `graph` (the default) explores the executions of each model, `monitor` those of SC, watching for departures from it. */
  readonly method?: CheckMethod;
  /** Give up after so many executions; the verdict is then `unknown` unless something failed. */
  readonly maxExecutions?: number;
  /** Explore executions with at most so many preemptions; with the method `monitor` only. */
  readonly preemptions?: number;
  /** Look for data races, too, in the executions under SC; with the method `graph` only. */
  readonly races?: boolean;
  /** Called now and then with the number of executions explored so far under a model. */
  readonly onProgress?: (model: CheckedModel, executions: number) => void;
}

/** Explores the program and says what that established about each model. */
export function checkProgram(program: Program, options: CheckOptions = {}): ProgramCheck[] {
  const { models = CHECKED_MODELS, method = 'graph', maxExecutions: budget = Infinity, preemptions } = options;
  const { races = false, onProgress = () => undefined } = options;
  if (preemptions !== undefined && method !== 'monitor') {
    throw new FencepostError('USAGE', 'executions are bounded by preemptions with the method monitor only');
  }
  if (races && method !== 'graph') {
    throw new FencepostError('USAGE', 'data races are looked for with the method graph only');
  }
  return beginningAgain(() => checkOnce(program, { models, method, budget, preemptions, races, onProgress }));
}

interface CheckSettings {
  readonly models: readonly CheckedModel[];
  readonly method: CheckMethod;
  readonly budget: number;
  readonly preemptions: number | undefined;
  readonly races: boolean;
  readonly onProgress: (model: CheckedModel, executions: number) => void;
}

function checkOnce(program: Program, settings: CheckSettings): ProgramCheck[] {
  const { models, method, budget, preemptions, races, onProgress } = settings;
  const states = new LocalStates(program);
  const checks =
    method === 'graph'
      ? new GraphChecks(states, { budget, races, onProgress })
      : new MonitorChecks(states, { models, budget, onProgress, ...(preemptions !== undefined && { preemptions }) });
  return models.map((model) => withViolation(withLimits(program, withStory(states, checks.check(model)))));
}

/** Makes the execution that shows the first failure short, and tells it. */
function withStory(states: LocalStates, check: ProgramCheck): ProgramCheck {
  const [first] = check.failures;
  if (check.schedule === null || first === undefined) return check;
  const found = parseSchedule(check.schedule);
  const schedule = first.schedule === undefined ? shorten(states, check.model, found, first) : found;
  return { ...check, schedule: printSchedule(schedule), story: tellStory(states, check.model, schedule) };
}

/** A search that cut executions off has not shown that they are safe. */
function withLimits(program: Program, check: ProgramCheck): ProgramCheck {
  const notes = program.notes?.() ?? [];
  const limits = program.limits?.() ?? [];
  if (limits.length === 0) return { ...check, notes };
  const { verdict, robust, harmful, incomplete } = check;
  return {
    ...check,
    notes,
    verdict: verdict === 'failing' ? verdict : 'unknown',
    robust: robust === false ? false : null,
    harmful: harmful === true ? true : null,
    incomplete: incomplete ?? stoppedByLimits(limits),
  };
}

function withViolation(check: ProgramCheck): ProgramCheck {
  const first = check.violations[0];
  return first === undefined ? check : { ...check, violation: first.schedule };
}
