import type { CountedFailure, LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, failureKey, mayLeaveOut, verdictOf } from '@fencepost/core';
import type { Execution, MonitoredExploration } from '@fencepost/explore';
import { exploreGraphs, monitoredExploration } from '@fencepost/explore';
import type { FailureReport, Incomplete } from '@fencepost/report';
import { clock } from '../clock.js';
import { showFailure, showReported } from '../explain/counterexamples.js';
import { coverageOf, coverageOfGraphs } from './coverage.js';
import type { Dispatcher } from '../search/dispatcher.js';
import { GraphSearch } from '../search/graph-search.js';
import type { ProgramCheck } from './program-check.js';
import { asFarAsShown, failuresInOrder, isHarmful } from './program-check.js';
import type { Searching, Stop } from '../search/searching.js';
import { UnorderedAccesses } from '../search/unordered-accesses.js';

/** The default limit of executions explored to distinguish harmful violations from benign ones. */
const MOST_CONFIRMING = 1_000_000;
/** Number of executions to examine for unordered accesses. */
const LOOKED_AT = 256;

export interface MonitorCheckOptions {
  readonly models: readonly ModelName[];
  /** Explore by increasing number of preemptions, up to this one. */
  readonly preemptions: number | undefined;
  /** Stop after this many executions. */
  readonly budget: number;
  readonly all: boolean;
  readonly seed: number;
  readonly stop: Stop;
  readonly dispatcher?: Dispatcher | undefined;
}

type Judgement = Pick<ProgramCheck, 'verdict' | 'harmful' | 'failures' | 'incomplete'>;
type ToldFailure = CountedFailure & Pick<FailureReport, 'underSc'>;

/**
 * Checks one program by exploring its executions under SC with monitors. If a complete search has no violation, the
 * program is robust, and its results under SC hold under the models. Otherwise the model's own executions are explored
 * (as graphs) to find out whether the violation is harmful.
 */
export class MonitorChecks {
  private readonly states: LocalStates;
  private readonly options: MonitorCheckOptions;
  private readonly monitored: MonitoredExploration;
  private readonly incomplete: Incomplete | null;
  /** Graph search under SC. It shows failures, and decides about failures if the monitored search was incomplete. */
  private readonly sc: GraphSearch;
  private readonly seconds: number;
  /** Searches of the model's own executions, if they were explored. */
  private readonly searches = new Map<ModelName, GraphSearch>();

  private constructor(
    states: LocalStates,
    options: MonitorCheckOptions,
    monitored: MonitoredExploration,
    seconds: number,
  ) {
    this.states = states;
    this.options = options;
    this.monitored = monitored;
    this.incomplete = coverageOf(monitored, options.budget, options.stop);
    this.sc = this.search(REFERENCE_MODEL);
    this.seconds = seconds;
  }

  /**
   * Notes on what a safe verdict under any of the models does not cover. Monitors do not collect it, so some executions
   * are explored again.
   */
  get caveats(): readonly string[] {
    const unordered = new UnorderedAccesses(this.states, 'everything', true, LOOKED_AT);
    const collect = (execution: Execution): void => unordered.collect(execution);
    exploreGraphs(this.states, { model: REFERENCE_MODEL, budget: LOOKED_AT, onExecution: collect, onBlocked: collect });
    return unordered.note === null ? [] : [unordered.note];
  }

  /** Explores SC, with monitors for all the models. */
  static *explore(states: LocalStates, options: MonitorCheckOptions): Searching<MonitorChecks> {
    const started = clock();
    const exploring = exploration(states, options);
    for (;;) {
      const { done, value } = exploring.next();
      if (done === true) return new MonitorChecks(states, options, value, (clock() - started) / 1000);
      yield { model: REFERENCE_MODEL, estimate: undefined, ...value };
    }
  }

  *check(model: ModelName): Searching<ProgramCheck> {
    const { states, monitored } = this;
    const { executions, blocked, assumed, events } = monitored.sc;
    const started = clock();
    const reported = monitored.violations.filter((violation) => violation.model === model);
    const told = reported.map((each) => showReported(states, model, each.witness.schedule, each));
    const judgement = yield* reported.length > 0 ? this.confirm(model) : this.asUnderSc(model);
    const violations = this.isUncounted(model, judgement) ? [] : told;
    const shown = judgement.failures[0]?.counterexample ?? violations[0]?.counterexample;
    const check: ProgramCheck = {
      model,
      method: 'monitor',
      robust: violations.length > 0 ? false : monitored.complete ? true : null,
      executions,
      blocked,
      events,
      seconds: this.seconds + (clock() - started) / 1000,
      violations,
      schedule: shown?.schedule ?? null,
      notes: [],
      ...judgement,
    };
    return asFarAsShown(states, check, assumed);
  }

  /**
   * Monitors do not tell inputs (`Program.isInput`) and looks before steps (`afterLook`) from other accesses. If the model's own executions were all explored, they
   * show whether there is a violation in memory.
   */
  private isUncounted(model: ModelName, { harmful }: Judgement): boolean {
    if (!mayLeaveOut(this.states) || harmful !== false) return false;
    const search = this.searches.get(model);
    return search?.complete === true && !search.anyViolation;
  }

  /** Judges a model for which no violation was seen. */
  private *asUnderSc(model: ModelName): Searching<Judgement> {
    const { complete } = this.monitored;
    return yield* this.judge(model, this.scFailures(), { complete, incomplete: this.incomplete }, this.sc);
  }

  /** Explores the model itself. If that search is complete it decides, even if the search under SC was not. */
  private *confirm(model: ModelName): Searching<Judgement> {
    const search = this.search(model);
    this.searches.set(model, search);
    yield* search.run(() => !this.options.all && search.failures.length > 0);
    const underSc = this.scFailures();
    const scKeys = new Set(underSc.map(failureKey));
    const failures: ToldFailure[] = [];
    for (const failure of search.failures) {
      const known = scKeys.has(failureKey(failure));
      failures.push({
        ...failure,
        underSc: known || (this.monitored.complete ? false : yield* this.sc.decide(failure)),
      });
    }
    const keys = new Set(failures.map(failureKey));
    failures.push(...underSc.filter((failure) => !keys.has(failureKey(failure))));
    const { complete } = search;
    const incomplete = complete ? this.incomplete : coverageOfGraphs(search, this.options.stop);
    return yield* this.judge(model, failures, { complete, incomplete }, search);
  }

  private *judge(
    model: ModelName,
    failures: readonly ToldFailure[],
    { complete, incomplete }: { readonly complete: boolean; readonly incomplete: Incomplete | null },
    search: GraphSearch,
  ): Searching<Judgement> {
    const reported: FailureReport[] = [];
    for (const failure of failures) {
      if ((yield* search.decide(failure)) !== true) yield* this.sc.decide(failure);
      const found = yield* search.failing(failure, model);
      const schedules = found.length > 0 ? found : yield* this.sc.failing(failure, model);
      reported.push({ ...failure, ...showFailure(this.states, model, failure, schedules) });
    }
    const shown = failuresInOrder(reported);
    return { verdict: verdictOf(shown, complete), harmful: isHarmful(shown, complete), failures: shown, incomplete };
  }

  private scFailures(): ToldFailure[] {
    return this.monitored.sc.failures.map((failure) => ({ ...failure, underSc: true }));
  }

  private search(model: ModelName): GraphSearch {
    const { seed, stop, dispatcher } = this.options;
    const budget = Number.isFinite(this.options.budget) ? this.options.budget : MOST_CONFIRMING;
    return new GraphSearch(this.states, model, { budget, all: false, seed, stop, dispatcher });
  }
}

function exploration(
  states: LocalStates,
  { models, preemptions, budget, stop }: MonitorCheckOptions,
): ReturnType<typeof monitoredExploration> {
  const limited = Number.isFinite(budget);
  // Only the search by preemptions has a budget. If nothing stops it, it is complete, too.
  const most = preemptions ?? (limited ? Infinity : undefined);
  return monitoredExploration(
    states,
    {
      models: models.filter((model) => model !== REFERENCE_MODEL),
      ...(most !== undefined && { preemptions: most }),
      ...(limited && { budget }),
    },
    () => stop.reason !== undefined,
  );
}
