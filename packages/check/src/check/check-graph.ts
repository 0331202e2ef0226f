import type { LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, verdictOf } from '@fencepost/core';
import type { FailureReport } from '@fencepost/report';
import { clock } from '../clock.js';
import { showFailure, showViolation } from '../explain/counterexamples.js';
import { coverageOfGraphs } from './coverage.js';
import type { SavedRaces } from '../search/data-races.js';
import { DataRaces } from '../search/data-races.js';
import type { Dispatcher } from '../search/dispatcher.js';
import type { SavedSearch } from '../search/graph-search.js';
import { GraphSearch } from '../search/graph-search.js';
import type { ProgramCheck, Standing } from './program-check.js';
import { asFarAsShown, isHarmful, failuresInOrder } from './program-check.js';
import type { Searching, Stop } from '../search/searching.js';

export interface GraphCheckOptions {
  /** Stop after this many executions. */
  readonly budget: number;
  /** Continue after the first failure, and count all violations. */
  readonly all: boolean;
  readonly seed: number;
  /** Also search for data races. */
  readonly races: boolean;
  readonly stop: Stop;
  readonly dispatcher?: Dispatcher | undefined;
  readonly first?: boolean;
  readonly saved?: SavedChecks | undefined;
}

/** The state of a program's searches, as plain JSON. */
export interface SavedChecks {
  readonly searches: Readonly<Record<ModelName, SavedSearch>>;
  readonly races: SavedRaces | null;
  /** The note on unordered accesses, if any. */
  readonly unordered: string | null;
}

/** Checks one program by exploring its executions under each model. */
export class GraphChecks {
  private readonly states: LocalStates;
  private readonly options: GraphCheckOptions;
  private readonly searches = new Map<ModelName, GraphSearch>();
  private readonly races: DataRaces | undefined;
  /** The note on unordered accesses, in words. */
  private unordered: string | null;

  constructor(states: LocalStates, options: GraphCheckOptions) {
    this.states = states;
    this.options = options;
    this.races = options.races ? new DataRaces(states, options.saved?.races ?? undefined) : undefined;
    this.unordered = options.saved?.unordered ?? null;
  }

  /** What a safe verdict under any of the models does not cover. */
  get caveats(): readonly string[] {
    return this.unordered === null ? [] : [this.unordered];
  }

  /** The progress of the search under a model; undefined: not started. */
  standing(model: ModelName): Standing | undefined {
    const search = this.searches.get(model);
    if (search === undefined) return undefined;
    const { executions, blocked, events, failures } = search;
    return { model, executions, blocked, events, failures };
  }

  save(): SavedChecks {
    const searches = Object.fromEntries([...this.searches].map(([model, search]) => [model, search.save()]));
    return { searches, races: this.races?.save() ?? null, unordered: this.unordered };
  }

  *check(model: ModelName): Searching<ProgramCheck> {
    const { states } = this;
    const { stop } = this.options;
    const search = this.search(model);
    const before = search.seconds;
    const started = clock();
    // Data races are defined on SC executions (see races.ts), so SC has to be explored, too.
    const searches = this.races && model !== REFERENCE_MODEL ? [this.search(REFERENCE_MODEL), search] : [search];
    for (const each of searches) yield* each.run(() => !this.options.all && this.hasFound(each));
    const failures: FailureReport[] = [];
    for (const failure of search.failures) {
      const underSc = model === REFERENCE_MODEL || (yield* this.search(REFERENCE_MODEL).decide(failure));
      const schedules = yield* search.failing(failure);
      failures.push({ ...failure, underSc, ...showFailure(states, model, failure, schedules) });
    }
    failures.push(...(this.races?.failures(model) ?? []));
    const found = failuresInOrder(failures);
    const violations = (yield* search.violations()).map(({ executions, schedules }) =>
      showViolation(states, model, executions, schedules),
    );
    const shown = found[0]?.counterexample ?? violations[0]?.counterexample;
    const unexplored = searches.find(({ complete }) => !complete);
    const check: ProgramCheck = {
      model,
      method: 'graph',
      verdict: verdictOf(found, unexplored === undefined),
      robust: search.anyViolation ? false : search.complete ? true : null,
      harmful: isHarmful(found, search.complete),
      executions: search.executions,
      blocked: search.blocked,
      events: search.events,
      seconds: before + (clock() - started) / 1000,
      failures: found,
      violations,
      schedule: shown?.schedule ?? null,
      incomplete: unexplored ? coverageOfGraphs(unexplored, stop) : null,
      notes: [],
    };
    return asFarAsShown(states, check, search.assumed);
  }

  private hasFound({ model, failures }: GraphSearch): boolean {
    return failures.length > 0 || (model === REFERENCE_MODEL && this.races?.any === true);
  }

  private search(model: ModelName): GraphSearch {
    const known = this.searches.get(model);
    if (known !== undefined) return known;
    const { saved, races, ...options } = this.options;
    const search = new GraphSearch(this.states, model, {
      ...options,
      races: races && model === REFERENCE_MODEL,
      // All models have the executions it needs, so one search is enough.
      unordered: this.searches.size === 0,
      saved: saved?.searches[model],
      onFound: (found) => {
        this.races?.merge(found.races);
        this.unordered ??= found.unordered;
      },
    });
    this.searches.set(model, search);
    return search;
  }
}
