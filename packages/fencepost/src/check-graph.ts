import type { LocalStates } from '@fencepost/core';
import { printSchedule, verdictOf } from '@fencepost/core';
import { stoppedAfter } from './coverage.js';
import { DataRaces } from './data-races.js';
import { GraphSearch } from './graph-search.js';
import type { CheckedFailure, CheckedModel, ProgramCheck } from './program-check.js';
import { isHarmful, modelFailuresFirst } from './program-check.js';
import { tellViolation } from './violation.js';

export interface GraphCheckOptions {
  /** Give up after so many executions. */
  readonly budget: number;
  /** Look for data races, too. */
  readonly races: boolean;
  readonly onProgress: (model: CheckedModel, executions: number) => void;
}

/** Checks one program by exploring its executions under each model. */
export class GraphChecks {
  private readonly states: LocalStates;
  private readonly options: GraphCheckOptions;
  private readonly searches = new Map<CheckedModel, GraphSearch>();
  private readonly races: DataRaces | undefined;

  constructor(states: LocalStates, options: GraphCheckOptions) {
    this.states = states;
    this.options = options;
    this.races = options.races ? new DataRaces(states) : undefined;
  }

  check(model: CheckedModel): ProgramCheck {
    const started = performance.now();
    const search = this.search(model).run();
    const { executions, blocked, complete } = search;
    const checked = search.failures.map((failure) => ({
      ...failure,
      underSc: model === 'sc' || this.search('sc').decide(failure),
    }));
    const failures = modelFailuresFirst([...checked, ...this.dataRaces(model)]);
    // Whether there are data races is a question about SC (races.ts says why), so that has to be explored, too.
    const unexplored = [search, ...(this.races ? [this.search('sc')] : [])].find((each) => !each.complete);
    const schedule = this.shown(failures[0], search);
    const violation = search.violation();
    const violations = violation === undefined ? [] : [tellViolation(this.states, model, violation)];
    return {
      model,
      method: 'graph',
      verdict: verdictOf(failures, unexplored === undefined),
      robust: violations.length > 0 ? false : complete ? true : null,
      harmful: isHarmful(failures, complete),
      executions,
      blocked,
      seconds: (performance.now() - started) / 1000,
      failures,
      violations,
      story: null,
      notes: [],
      schedule,
      incomplete: unexplored ? stoppedAfter(unexplored.executions + unexplored.blocked, unexplored.model) : null,
    };
  }

  /** A race is one of the program, under whichever model it runs. */
  private dataRaces(model: CheckedModel): CheckedFailure[] {
    if (this.races === undefined) return [];
    this.search('sc').run();
    return this.races.failures(model).map(({ schedule, ...race }) => ({
      ...race,
      underSc: true,
      schedule: printSchedule(schedule),
    }));
  }

  private shown(failure: CheckedFailure | undefined, search: GraphSearch): string | null {
    if (failure === undefined) return null;
    if (failure.schedule !== undefined) return failure.schedule;
    const schedule = search.failing(failure);
    return schedule === undefined ? null : printSchedule(schedule);
  }

  private search(model: CheckedModel): GraphSearch {
    const { budget, onProgress } = this.options;
    const { races } = this;
    const search =
      this.searches.get(model) ??
      new GraphSearch(
        this.states,
        model,
        budget,
        (executions) => {
          onProgress(model, executions);
        },
        model === 'sc' && races
          ? (execution) => {
              races.collect(execution);
            }
          : undefined,
      );
    this.searches.set(model, search);
    return search;
  }
}
