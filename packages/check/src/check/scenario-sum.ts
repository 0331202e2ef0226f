import type { ModelName, Program, ScenarioSet } from '@fencepost/core';
import type { ScenarioReport } from '@fencepost/report';
import { count } from '@fencepost/report';
import { clock } from '../clock.js';
import type { SearchProgress } from '../search/search-progress.js';
import type { Stop } from '../search/searching.js';
import { NOTHING_SHARED, RACE_FREE } from './check-graph.js';
import type { ProgramCheck, Standing } from './program-check.js';
import type { SavedShapes } from './scenario-estimate.js';
import { ScenarioEstimate } from './scenario-estimate.js';

/** Maximum number of notes. Notes of further scenarios are mostly repetitions. */
const MOST_NOTES = 8;

const MEANT_TO_WAIT = 'if the call is meant to wait, declare its operation as blocking';
const NONE_SMALLER = 'a random scenario fails; the one shown is a part of it, and passes if any call is removed';
const NO_CALL_SHARES = 'no call accesses shared memory: is their state private to each thread?';

/** The result of a scenario, as plain data. */
export interface CheckedScenario {
  readonly name: string;
  /** Number of calls of each thread. */
  readonly calls: readonly number[];
  readonly check: ProgramCheck;
}

export function checkedScenario({ name, calls }: Program, check: ProgramCheck): CheckedScenario {
  return { name, calls: calls?.threads.map(({ length }) => length) ?? [], check };
}

/** The results of scenarios, smallest first, under a model, as plain JSON. */
export interface SavedScenarios {
  readonly model: ModelName;
  readonly executions: number;
  readonly blocked: number;
  readonly events: number;
  readonly checked: number;
  /** Number of calls of the scenario checked last. */
  readonly calls: number;
  readonly incomplete: ProgramCheck['incomplete'];
  /** The first scenario that is not robust. */
  readonly violating?: CheckedScenario;
  readonly undecided: boolean;
  readonly isRaceFree: boolean;
  readonly notes: readonly string[];
  readonly shapes: SavedShapes;
  readonly seconds: number;
}

/** The results of the scenarios under a model. */
export class ScenarioSum {
  executions = 0;
  blocked = 0;
  private events = 0;
  private checked = 0;
  /** Number of calls of the scenario checked last. */
  private calls = 0;
  private failing: CheckedScenario | undefined;
  /** The first scenario that was not explored completely, and the first that is not robust. */
  private incomplete: ProgramCheck['incomplete'] = null;
  private violating: CheckedScenario | undefined;
  private undecided = false;
  private wasStopped = false;
  private isRaceFree = true;
  private readonly notes = new Set<string>();
  private readonly started: number;
  private readonly estimate: ScenarioEstimate;
  /** Number of executions that an earlier run explored. */
  private readonly resumed: number;
  /** Saved state without the scenario that was stopped, if any. */
  private latest: SavedScenarios | undefined;

  constructor(
    private readonly model: ModelName,
    private readonly scenarios: ScenarioSet,
    saved?: SavedScenarios,
  ) {
    this.started = clock() - 1000 * (saved?.seconds ?? 0);
    this.latest = saved;
    this.resumed = saved?.executions ?? 0;
    this.estimate = new ScenarioEstimate([...scenarios.shapes, ...(scenarios.random?.shapes ?? [])], saved?.shapes);
    if (saved === undefined) return;
    const { executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree } = saved;
    Object.assign(this, { executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree });
    for (const note of saved.notes) this.notes.add(note);
  }

  /** Returns the state from which the check can continue. */
  save(): SavedScenarios {
    return this.latest ?? this.snapshot();
  }

  private snapshot(): SavedScenarios {
    const { model, executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree } = this;
    return {
      ...{ model, executions, blocked, events, checked, calls, incomplete, undecided, isRaceFree },
      ...(violating && { violating }),
      notes: [...this.notes],
      shapes: this.estimate.save(),
      seconds: (clock() - this.started) / 1000,
    };
  }

  add(scenario: CheckedScenario): void {
    const { executions, blocked, events, verdict, robust, incomplete, notes } = scenario.check;
    this.latest ??= this.snapshot();
    this.executions += executions;
    this.blocked += blocked;
    this.events += events;
    this.calls = scenario.calls.reduce((a, b) => a + b, 0);
    // Some scenarios share nothing, such as those whose calls return at once.
    const isFree = (note: string): boolean => note === RACE_FREE || note === NOTHING_SHARED;
    this.isRaceFree &&= verdict !== 'failing' && notes.some(isFree);
    for (const note of notes) if (!isFree(note) && this.notes.size < MOST_NOTES) this.notes.add(note);
    if (robust === false) this.violating ??= scenario;
    if (robust === null) this.undecided = true;
    if (verdict === 'failing') this.failing = scenario;
    else if (incomplete !== null) {
      this.incomplete ??= incomplete;
      this.wasStopped = ['executions', 'time', 'interrupt', 'memory'].includes(incomplete.stoppedBy);
    }
    if (this.wasStopped) return;
    this.checked++;
    this.estimate.add(scenario.calls, executions);
    this.latest = this.snapshot();
  }

  /** The number of the next scenario. */
  get number(): number {
    return this.checked;
  }

  /** Whether no further scenarios are needed or left. */
  get isOver(): boolean {
    return this.failing !== undefined || this.wasStopped || this.isAll;
  }

  /** The name of the random scenario that fails; undefined if none does. */
  get failingAtRandom(): string | undefined {
    return this.checked > this.scenarios.count ? this.failing?.name : undefined;
  }

  /** Adds a scenario with one call less than the failing random one. It replaces that one if it fails as well. */
  addSmaller(scenario: CheckedScenario): void {
    this.executions += scenario.check.executions;
    this.blocked += scenario.check.blocked;
    this.events += scenario.check.events;
    if (scenario.check.verdict === 'failing') this.failing = scenario;
  }

  /** Records that no scenario with one call less than the failing random one fails. */
  endSmaller(): void {
    this.notes.add(NONE_SMALLER);
  }

  private get isAll(): boolean {
    const { count: all, random } = this.scenarios;
    return this.checked === all + (random?.count ?? 0);
  }

  /** Numbers of scenarios checked, and their totals. */
  private get told(): ScenarioReport {
    const { count: all, extent, random } = this.scenarios;
    const { checked } = this;
    return {
      ...{ checked: Math.min(checked, all), count: all, extent },
      ...(random && {
        random: { checked: Math.max(0, checked - all), count: random.count, extent: random.extent },
      }),
    };
  }

  progress(within?: SearchProgress): SearchProgress {
    const { model, checked, resumed } = this;
    const { count: all, random } = this.scenarios;
    const executions = this.executions + (within?.executions ?? 0);
    return {
      ...{ model, executions, resumed },
      blocked: this.blocked + (within?.blocked ?? 0),
      estimate: this.estimate.total(executions),
      preemptions: undefined,
      scenarios: { checked, count: all + (random?.count ?? 0) },
    };
  }

  get standing(): Standing {
    const { model, executions, blocked, events, told } = this;
    return {
      ...{ model, executions, blocked, events, failures: this.failing?.check.failures ?? [] },
      scenarios: told,
    };
  }

  result({ reason }: Stop): ProgramCheck {
    const { model, executions, blocked, events, failing, violating } = this;
    const isComplete = this.isAll && this.incomplete === null;
    const shown = failing ?? violating;
    const verdict = failing === undefined ? (isComplete ? 'safe' : 'unknown') : 'failing';
    return {
      ...{ model, method: 'graph', verdict, executions, blocked, events },
      robust: violating === undefined ? (isComplete && !this.undecided ? true : null) : false,
      harmful: failing === undefined ? (isComplete ? false : null) : failing.check.harmful,
      seconds: (clock() - this.started) / 1000,
      failures: failing?.check.failures ?? [],
      violations: shown?.check.violations ?? [],
      schedule: shown?.check.schedule ?? null,
      incomplete: isComplete ? null : this.coverage(reason),
      notes: [
        ...(this.isRaceFree && isComplete ? [events === 0 ? NO_CALL_SHARES : RACE_FREE] : []),
        ...this.notes,
        ...this.advice(),
      ],
      scenarios: { ...this.told, ...(shown && { shown: shown.name }) },
    };
  }

  /** Returns notes on frequent causes of a failure. */
  private advice(): readonly string[] {
    const { failures = [], events } = this.failing?.check ?? {};
    if (failures.some(({ kind }) => kind === 'deadlock')) return [MEANT_TO_WAIT];
    return failures.length > 0 && events === 0 ? [NO_CALL_SHARES] : [];
  }

  private coverage(reason: Stop['reason']): ProgramCheck['incomplete'] {
    const { failing, incomplete, checked, calls, scenarios } = this;
    if (failing !== undefined) {
      const covered = `the search ended with the first scenario that fails, after ${count(checked - 1)} that pass`;
      return { stoppedBy: 'failure', covered, estimate: null };
    }
    // Bounds that were hit in some of the scenarios.
    if (this.isAll) return incomplete;
    const { random } = this.told;
    const covered =
      random !== undefined && random.checked > 0
        ? `all scenarios ${scenarios.extent} were checked, and ${count(random.checked)} of ${count(random.count)} random ones ${random.extent}`
        : `${count(checked)} of ${count(scenarios.count)} scenarios ${scenarios.extent} were checked` +
          (calls > 1 ? `, all with fewer than ${calls} calls among them` : '');
    return {
      stoppedBy: reason ?? incomplete?.stoppedBy ?? 'executions',
      covered,
      estimate: this.estimate.total(this.executions) ?? null,
    };
  }
}
