import type { Failure, LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, linearise, modelOfRaces, replayedTrace, verdictOf } from '@fencepost/core';
import type { FailureReport } from '@fencepost/report';
import { clock } from '../clock.js';
import { showFailure, showViolation } from '../explain/counterexamples.js';
import { coverageOfGraphs } from './coverage.js';
import type { SavedRaces } from '../search/data-races.js';
import { DataRaces } from '../search/data-races.js';
import type { Dispatcher } from '../search/dispatcher.js';
import type { SavedSearch } from '../search/graph-search.js';
import { GraphSearch } from '../search/graph-search.js';
import type { SavedJointDecision } from '../search/joint-decision.js';
import { JointDecision, isSequential, isTooLarge } from '../search/joint-decision.js';
import type { ProgramCheck, Standing } from './program-check.js';
import { asFarAsShown, isHarmful, failuresInOrder } from './program-check.js';
import type { UnorderedQuestion } from '../search/unordered-accesses.js';
import type { Searching, Stop } from '../search/searching.js';

export interface GraphCheckOptions {
  /** Stop after this many executions. */
  readonly budget: number;
  /** Continue after the first failure, and count all violations. */
  readonly all: boolean;
  readonly seed: number;
  /** Search for data races even where the model does not require it. */
  readonly races: boolean;
  /** Kinds of unordered accesses to look for: those that no model covers. */
  readonly unordered: UnorderedQuestion | null;
  readonly stop: Stop;
  readonly dispatcher?: Dispatcher | undefined;
  readonly first?: boolean;
  readonly saved?: SavedChecks | undefined;
}

/** The state of a program's searches, as plain JSON. */
export interface SavedChecks {
  readonly searches: Readonly<Record<ModelName, SavedSearch>>;
  /** Data races, by the model of the search that found them. */
  readonly races: Readonly<Record<ModelName, SavedRaces>>;
  /** The note on unordered accesses, if any. */
  readonly unordered: string | null;
  readonly joint?: SavedJointDecision;
}

/** ECMA-262, 29.11: "Data-race-free programs have sequentially consistent executions." */
export const RACE_FREE = 'no data race: every engine, on every machine, behaves as under SC (ECMA-262)';

/** A note on a check whose search was not complete. */
export const PROVED_RACE_FREE =
  'no data race, for all inputs: accesses that conflict are atomic, or ordered by locks, starts or joins of threads';

/** A note on a check that joint states have decided. */
const ENDLESS = 'threads that keep step with each other may go on for ever, but the program can always still end';

/** A note on a check whose threads share nothing: its verdict says nothing about what the user had in mind. */
export const NOTHING_SHARED =
  'no thread accesses shared memory: each has its own copies of ordinary objects and variables, as workers have';

/** Checks one program by exploring its executions under each model. */
export class GraphChecks {
  private readonly states: LocalStates;
  private readonly options: GraphCheckOptions;
  private readonly searches = new Map<ModelName, GraphSearch>();
  /** Data races, by the model of the search that looks for them. */
  private readonly races = new Map<ModelName, DataRaces>();
  /** Decides SC if there are too many executions; undefined if executions are to be counted, or have bounds. */
  private readonly joint: JointDecision | undefined;
  /** The note on unordered accesses, as text. */
  private unordered: string | null;

  constructor(states: LocalStates, options: GraphCheckOptions) {
    this.states = states;
    this.options = options;
    this.unordered = options.saved?.unordered ?? null;
    const { all, races, stop } = options;
    if (!all && states.preemptions === undefined)
      this.joint = new JointDecision(states, stop, races, options.saved?.joint);
    // Searches of finished models decide whether there are data races, and are saved again.
    for (const model of Object.keys(options.saved?.searches ?? {})) this.search(model);
  }

  /** Notes on what a safe verdict under any of the models does not cover, or additionally covers. */
  get caveats(): readonly string[] {
    const endless = this.joint?.decided?.isEndless === true ? [ENDLESS] : [];
    if (this.unordered !== null) return [this.unordered, ...endless];
    if (!this.isRaceFree) return endless;
    return [this.sharesNothing ? NOTHING_SHARED : RACE_FREE, ...endless];
  }

  /** Whether it is known that there is no data race, so that all executions are those of SC. */
  get isRaceFree(): boolean {
    const { standard, hasUnseenCode } = this.states.program;
    const isExplored =
      this.searches.get(REFERENCE_MODEL)?.isExhaustive === true || this.joint?.decided?.hasDataRaces === false;
    return standard === 'ECMA-262' && isExplored && this.unordered === null && hasUnseenCode?.() !== true;
  }

  /** Whether races were asked for, and the text of the program shows that there is none. */
  isProvedRaceFree(model: ModelName): boolean {
    const isAsked = this.options.races || modelOfRaces(model) !== REFERENCE_MODEL;
    return isAsked && this.states.program.isRaceFree === true;
  }

  /** Whether joint states have shown what is beyond the bounds of loops. */
  get followsLoops(): boolean {
    const hitsBound = this.states.limits().some(({ isOfLoop }) => isOfLoop === true);
    return hitsBound && this.joint?.decided?.isBounded === false;
  }

  /** Whether the threads of a check in JavaScript have not a single access to shared memory. */
  private get sharesNothing(): boolean {
    return this.isRaceFree && this.searches.get(REFERENCE_MODEL)?.events === 0;
  }

  /** Returns the progress of the search under a model; undefined if it has not started. */
  standing(model: ModelName): Standing | undefined {
    const search = this.searches.get(model);
    if (search === undefined) return undefined;
    const { executions, blocked, events, failures } = search;
    return { model, executions, blocked, events, failures };
  }

  save(): SavedChecks {
    const searches = Object.fromEntries([...this.searches].map(([model, search]) => [model, search.save()]));
    const races = Object.fromEntries([...this.races].map(([model, found]) => [model, found.save()]));
    return { searches, races, unordered: this.unordered, ...(this.joint && { joint: this.joint.save() }) };
  }

  *check(model: ModelName): Searching<ProgramCheck> {
    const { states } = this;
    const { stop } = this.options;
    const search = this.search(model);
    const before = search.seconds;
    const started = clock();
    const ofRaces = this.searchOfRaces(model);
    const searches = ofRaces === undefined || ofRaces === search ? [search] : [ofRaces, search];
    for (const each of searches) yield* this.run(each);
    const failures: FailureReport[] = [];
    for (const failure of search.failures) {
      const underSc = model === REFERENCE_MODEL || (yield* this.failsUnderSc(failure));
      const schedules = yield* search.failing(failure);
      failures.push({ ...failure, underSc, ...showFailure(states, model, failure, schedules) });
    }
    const byJoint = failures.length === 0 ? this.failureByJointStates(model) : undefined;
    if (byJoint !== undefined) failures.push(byJoint);
    const races = (ofRaces && this.races.get(ofRaces.model)?.failures(model, ofRaces.isExhaustive)) ?? [];
    const areOwn = ofRaces === search;
    // If races are failures of the model, an execution with a race has no meaning, so races take precedence over all
    // other failures.
    const found = areOwn
      ? [...failuresInOrder(races), ...failuresInOrder(failures)]
      : failuresInOrder([...failures, ...races]);
    const violations = (yield* search.violations()).map(({ executions, schedules }) =>
      showViolation(states, model, executions, schedules),
    );
    // A relaxed behaviour that only inputs show (`Program.isInput`) is not a violation, but the program must not be
    // called robust if it is harmful.
    const isRelaxed = search.anyViolation || failures.some(({ underSc }) => underSc === false);
    const shown = found[0]?.counterexample ?? violations[0]?.counterexample;
    const isDecided = this.isDecided(search) && found.length === 0 && violations.length === 0;
    const unexplored = isDecided ? undefined : searches.find(({ isExhaustive }) => !isExhaustive);
    const isExhaustive = search.isExhaustive || isDecided;
    const check: ProgramCheck = {
      model,
      method: 'graph',
      verdict: verdictOf(found, unexplored === undefined),
      robust: isRelaxed ? false : isExhaustive && !(areOwn && races.length > 0) ? true : null,
      harmful: isHarmful(found, isExhaustive),
      executions: search.total + (byJoint === undefined ? 0 : 1),
      ...(isDecided && (!search.isExhaustive || this.followsLoops) && { jointStates: this.joint!.decided!.count }),
      ...(search.executions < search.total && { upToSymmetry: search.executions }),
      blocked: search.blocked,
      events: search.events,
      seconds: before + (clock() - started) / 1000,
      failures: found,
      violations,
      schedule: shown?.schedule ?? null,
      incomplete: unexplored ? coverageOfGraphs(unexplored, stop) : null,
      notes: found.length > 0 && this.sharesNothing ? [NOTHING_SHARED] : [],
    };
    return asFarAsShown(states, check, search.assumed);
  }

  /** Runs a search until it is decided. */
  private *run(search: GraphSearch): Searching<void> {
    const enough = (): boolean => !this.options.all && this.hasFound(search);
    const { joint } = this;
    if (joint === undefined) yield* search.run(enough);
    else if (search.model === REFERENCE_MODEL) yield* joint.run(search, enough);
    else {
      const isOver = (): boolean => joint.failure !== undefined || this.isDecided(search);
      try {
        // Only in C do joint states often decide another model; in JavaScript, each costs as much as several executions.
        if (this.states.program.standard === 'C11') yield* joint.run(search, enough);
        // Joint states may have decided SC only.
        yield* search.run(() => enough() || (joint.isDue(search) && isOver()));
      } catch (error) {
        if (!isTooLarge(error) || !isOver()) throw error;
      }
    }
  }

  /** Returns the failure that joint states have found. Every model has the executions of SC. */
  private failureByJointStates(model: ModelName): FailureReport | undefined {
    const { failure, schedule } = this.joint?.failure ?? {};
    const states = this.joint?.states;
    if (failure === undefined || schedule === undefined || states === undefined) return undefined;
    const own = linearise(replayedTrace(states, REFERENCE_MODEL, schedule), model, 'early');
    if (own === undefined) throw new Error(`an execution of SC is none of ${model}`);
    return { ...failure, executions: 1, underSc: true, ...showFailure(states, model, failure, [own]) };
  }

  /**
   * Whether joint states have decided that nothing fails: under SC, and without data races under every model of a machine
   * that runs the program.
   */
  private isDecided({ model }: GraphSearch): boolean {
    const decided = this.joint?.decided ?? null;
    if (decided === null) return false;
    if (model === REFERENCE_MODEL || (!decided.hasDataRaces && this.isRaceFree)) return true;
    const { standard, hasUnseenCode } = this.states.program;
    return standard === 'C11' && isSequential(decided, model) && hasUnseenCode?.() !== true;
  }

  private *failsUnderSc(failure: Failure): Searching<boolean | null> {
    return this.joint?.decided ? false : yield* this.search(REFERENCE_MODEL).decide(failure);
  }

  private hasFound({ model, failures }: GraphSearch): boolean {
    return failures.length > 0 || this.races.get(model)?.any === true;
  }

  /**
   * Returns the search that finds the data races of programs under the model; undefined if races were not requested.
   */
  private searchOfRaces(model: ModelName): GraphSearch | undefined {
    const searched = modelOfRaces(model);
    return this.options.races || searched !== REFERENCE_MODEL ? this.search(searched) : undefined;
  }

  private search(model: ModelName): GraphSearch {
    const known = this.searches.get(model);
    if (known !== undefined) return known;
    const { saved, races: asked, ...options } = this.options;
    const races = modelOfRaces(model) === model && (asked || model !== REFERENCE_MODEL);
    if (races) this.races.set(model, new DataRaces(this.states, model, saved?.races[model]));
    const search = new GraphSearch(this.states, model, {
      ...options,
      races,
      // All models have the executions that this needs, so one search is enough. But only the search under SC misses no
      // race.
      unordered: this.searches.size === 0 || model === REFERENCE_MODEL ? this.options.unordered : null,
      saved: saved?.searches[model],
      onFound: (found) => {
        this.races.get(model)?.merge(found.races);
        this.unordered ??= found.unordered;
      },
    });
    this.searches.set(model, search);
    return search;
  }
}
