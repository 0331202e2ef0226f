import type { LocalStates } from '@fencepost/core';
import { printSchedule, verdictOf } from '@fencepost/core';
import { stoppedAfter } from './coverage.js';
import { GraphSearch } from './graph-search.js';
import type { CheckedModel, ProgramCheck } from './program-check.js';
import { isHarmful, modelFailuresFirst } from './program-check.js';
import { tellViolation } from './violation.js';

export interface GraphCheckOptions {
  /** Give up after so many executions. */
  readonly budget: number;
  readonly onProgress: (model: CheckedModel, executions: number) => void;
}

/** Checks one program by exploring its executions under each model. */
export class GraphChecks {
  private readonly states: LocalStates;
  private readonly options: GraphCheckOptions;
  private readonly searches = new Map<CheckedModel, GraphSearch>();

  constructor(states: LocalStates, options: GraphCheckOptions) {
    this.states = states;
    this.options = options;
  }

  check(model: CheckedModel): ProgramCheck {
    const started = performance.now();
    const search = this.search(model).run();
    const { executions, blocked, complete } = search;
    const failures = modelFailuresFirst(
      search.failures.map((failure) => ({ ...failure, underSc: model === 'sc' || this.search('sc').decide(failure) })),
    );
    const shown = failures[0] && search.failing(failures[0]);
    const violation = search.violation();
    const violations = violation === undefined ? [] : [tellViolation(this.states, model, violation)];
    return {
      model,
      method: 'graph',
      verdict: verdictOf(failures, complete),
      robust: violations.length > 0 ? false : complete ? true : null,
      harmful: isHarmful(failures, complete),
      executions,
      blocked,
      seconds: (performance.now() - started) / 1000,
      failures,
      violations,
      notes: [],
      schedule: shown === undefined ? null : printSchedule(shown),
      incomplete: complete ? null : stoppedAfter(executions + blocked, model),
    };
  }

  private search(model: CheckedModel): GraphSearch {
    const { budget, onProgress } = this.options;
    const search =
      this.searches.get(model) ??
      new GraphSearch(this.states, model, budget, (executions) => {
        onProgress(model, executions);
      });
    this.searches.set(model, search);
    return search;
  }
}
