import type { LocalStates } from '@fencepost/core';
import { printSchedule, verdictOf } from '@fencepost/core';
import type { MonitoredExploration } from '@fencepost/explore';
import { exploreMonitored } from '@fencepost/explore';
import { coverageOf, stoppedAfter } from './coverage.js';
import { GraphSearch } from './graph-search.js';
import type { CheckedFailure, CheckedModel, Incomplete, ProgramCheck } from './program-check.js';
import { failureKey, isHarmful, modelFailuresFirst } from './program-check.js';
import { tellViolation } from './violation.js';

/** Executions explored at most to tell a harmful violation from a benign one, unless told otherwise. */
const MOST_CONFIRMING = 1_000_000;

export interface MonitorCheckOptions {
  readonly models: readonly CheckedModel[];
  /** Explore by rising numbers of preemptions, up to this one. */
  readonly preemptions?: number;
  /** Give up after so many executions. */
  readonly budget: number;
  readonly onProgress: (model: CheckedModel, executions: number) => void;
}

type Judgement = Pick<ProgramCheck, 'verdict' | 'harmful' | 'failures' | 'schedule' | 'incomplete'>;

/**
 * Checks one program by exploring its executions under SC with monitors on. Without a violation in a complete search the
 * program is robust, and what holds under SC holds under the models. With one, the model's own executions are explored
 * (in graphs) to find out whether it does harm.
 */
export class MonitorChecks {
  private readonly states: LocalStates;
  private readonly options: MonitorCheckOptions;
  private readonly monitored: MonitoredExploration;
  private readonly incomplete: Incomplete | null;
  /** SC by graphs: to show failures, and to decide about failures if the monitored search was incomplete. */
  private readonly sc: GraphSearch;
  private readonly seconds: number;

  constructor(states: LocalStates, options: MonitorCheckOptions) {
    this.states = states;
    this.options = options;
    const started = performance.now();
    this.monitored = explore(states, options);
    this.incomplete = coverageOf(this.monitored, options.budget);
    this.sc = this.search('sc');
    this.seconds = (performance.now() - started) / 1000;
  }

  check(model: CheckedModel): ProgramCheck {
    const { states, monitored } = this;
    const started = performance.now();
    const violations = monitored.violations.filter((violation) => violation.model === model);
    const judgement = violations.length > 0 ? this.confirm(model) : this.asUnderSc(model);
    return {
      model,
      method: 'monitor',
      robust: violations.length > 0 ? false : monitored.complete ? true : null,
      executions: monitored.sc.executions,
      blocked: monitored.sc.blocked,
      seconds: this.seconds + (performance.now() - started) / 1000,
      violations: violations.map((violation) => tellViolation(states, model, violation.witness.schedule, violation)),
      story: null,
      notes: [],
      ...judgement,
    };
  }

  /** No violation was seen. */
  private asUnderSc(model: CheckedModel): Judgement {
    const { complete } = this.monitored;
    return this.judge(model, this.scFailures(), { complete, incomplete: this.incomplete }, this.sc);
  }

  /** Explores the model itself. If that is complete it decides, whatever the search under SC has missed. */
  private confirm(model: CheckedModel): Judgement {
    const search = this.search(model).run();
    const { complete } = search;
    const underSc = this.scFailures();
    const scKeys = new Set(underSc.map(failureKey));
    const failures: CheckedFailure[] = search.failures.map((failure) => ({
      ...failure,
      underSc: scKeys.has(failureKey(failure)) || (this.monitored.complete ? false : this.sc.decide(failure)),
    }));
    const keys = new Set(failures.map(failureKey));
    failures.push(...underSc.filter((failure) => !keys.has(failureKey(failure))));
    const incomplete = complete ? this.incomplete : stoppedAfter(search.executions + search.blocked, model);
    return this.judge(model, modelFailuresFirst(failures), { complete, incomplete }, search);
  }

  private judge(
    model: CheckedModel,
    failures: readonly CheckedFailure[],
    { complete, incomplete }: { readonly complete: boolean; readonly incomplete: Incomplete | null },
    search: GraphSearch,
  ): Judgement {
    const first = failures[0];
    const shown = first && (search.failing(first, model) ?? this.sc.failing(first, model));
    return {
      verdict: verdictOf(failures, complete),
      harmful: isHarmful(failures, complete),
      failures,
      schedule: shown === undefined ? null : printSchedule(shown),
      incomplete,
    };
  }

  private scFailures(): CheckedFailure[] {
    return this.monitored.sc.failures.map((failure) => ({ ...failure, underSc: true }));
  }

  private search(model: CheckedModel): GraphSearch {
    const budget = Number.isFinite(this.options.budget) ? this.options.budget : MOST_CONFIRMING;
    return new GraphSearch(this.states, model, budget, (executions) => {
      this.options.onProgress(model, executions);
    });
  }
}

function explore(states: LocalStates, { models, preemptions, budget }: MonitorCheckOptions): MonitoredExploration {
  const limited = Number.isFinite(budget);
  // Only the search by preemptions can be stopped; if nothing stops it, it is a complete one, too.
  const most = preemptions ?? (limited ? Infinity : undefined);
  return exploreMonitored(states, {
    models: models.filter((model) => model !== 'sc'),
    ...(most !== undefined && { preemptions: most }),
    ...(limited && { budget }),
  });
}
