import type { ModelName, Program, ScenarioSet } from '@fencepost/core';
import { FencepostError, modelsFor } from '@fencepost/core';
import type { ScenarioReport } from '@fencepost/report';
import { count } from '@fencepost/report';
import { clock } from '../clock.js';
import type { SearchProgress } from '../search/search-progress.js';
import type { Searching, Stop } from '../search/searching.js';
import { RACE_FREE } from './check-graph.js';
import type { CheckOptions, RunningCheck, SavedCheck, SavedScenarios } from './check-program.js';
import { Check, isResumable } from './check-program.js';
import type { ProgramCheck, Standing } from './program-check.js';
import type { CheckedScenario, ScenarioHelpers } from './scenario-helpers.js';

/** Notes of scenarios beyond this number are mostly repetitions. */
const MOST_NOTES = 8;

const MEANT_TO_WAIT = 'if a call is meant to wait there, its operation must be declared as blocking';
const NOTHING_SHARED = 'no call accesses shared memory: is what they change private to each thread?';

/**
 * The check of all scenarios of a program, smallest first, as one check per model. It ends with the first scenario that
 * fails: no smaller one does.
 */
export class ScenarioCheck implements RunningCheck {
  readonly done: ProgramCheck[] = [];
  private readonly program: Program;
  private readonly scenarios: ScenarioSet;
  private readonly options: CheckOptions;
  private readonly stop: Stop;
  private readonly saved: SavedCheck | undefined;
  private readonly helpers: ScenarioHelpers | undefined;
  private sum: ScenarioSum | undefined;

  constructor(
    program: Program,
    scenarios: ScenarioSet,
    options: CheckOptions,
    stop: Stop,
    saved?: SavedCheck,
    helpers?: ScenarioHelpers,
  ) {
    if (options.method === 'monitor') {
      throw new FencepostError('USAGE', `${program.name} is checked with the method graph only`, {
        hint: 'histories are decided in the executions of each model',
      });
    }
    this.program = program;
    this.scenarios = scenarios;
    this.options = options;
    this.stop = stop;
    this.saved = saved;
    this.helpers = helpers;
  }

  *run(): Searching<ProgramCheck[]> {
    const { models = modelsFor(this.program) } = this.options;
    for (const [i, model] of models.entries()) {
      this.options.onModel?.(models.length - i);
      const before = this.saved?.finished.find((each) => each.model === model);
      this.done.push(before ?? (yield* this.check(model)));
    }
    return this.done;
  }

  private *check(model: ModelName): Searching<ProgramCheck> {
    const { maxExecutions = Infinity, all, races, seed, maxDepth } = this.options;
    const { scenarios: saved } = this.saved ?? {};
    const sum = new ScenarioSum(model, this.scenarios, saved?.model === model ? saved : undefined);
    this.sum = sum;
    // Somebody who resumes asks for so many more.
    const explored = sum.executions + sum.blocked;
    const options: CheckOptions = {
      models: [model],
      // What calls return tells threads apart.
      symmetry: 'off',
      ...(all !== undefined && { all }),
      ...(races !== undefined && { races }),
      ...(seed !== undefined && { seed }),
      ...(maxDepth !== undefined && { maxDepth }),
    };
    const helpers = maxExecutions === Infinity ? this.helpers : undefined;
    const most = explored + maxExecutions;
    yield* this.alone(sum, options, most, helpers);
    if (helpers?.areReady === true) {
      yield* this.withHelpers(sum, options, helpers);
      if (!sum.isOver) yield* this.alone(sum, options, most);
    }
    return sum.result(this.stop);
  }

  /** Until helpers are ready. */
  private *alone(
    sum: ScenarioSum,
    options: CheckOptions,
    maxExecutions: number,
    helpers?: ScenarioHelpers,
  ): Searching<void> {
    const { stop } = this;
    const { number: first } = sum;
    for (const program of this.scenarios.programs((number) => number >= first)) {
      const left = maxExecutions - sum.executions - sum.blocked;
      if (left <= 0 || stop.reason !== undefined || helpers?.areReady === true) return;
      const searching = new Check(program, { ...options, maxExecutions: left }, stop).run();
      let step = searching.next();
      for (; step.done !== true; step = searching.next()) yield sum.progress(step.value);
      sum.add({ name: program.name, calls: program.calls?.count ?? 0, check: step.value[0]! });
      if (sum.isOver) return;
      yield sum.progress();
    }
  }

  private *withHelpers(sum: ScenarioSum, options: CheckOptions, helpers: ScenarioHelpers): Searching<void> {
    helpers.begin(options, sum.number);
    while (!sum.isOver && this.stop.reason === undefined) {
      const checked = helpers.resultOf(sum.number);
      if (checked !== undefined) sum.add(checked);
      else if (helpers.haveFailed) break;
      yield checked === undefined ? { ...sum.progress(), idle: helpers.arrival() } : sum.progress();
    }
    helpers.recall();
  }

  get standing(): Standing | undefined {
    return this.sum?.standing;
  }

  /** Scenarios are quick: the one that was being checked begins again. */
  save(): SavedCheck {
    return {
      ...{ knowledge: null, searches: { searches: {}, races: {}, unordered: null }, tooDeep: [] },
      finished: this.done.filter((each) => !isResumable(each)),
      ...(this.sum && { scenarios: this.sum.save() }),
    };
  }
}

/** What was found in the scenarios under a model. */
class ScenarioSum {
  executions = 0;
  blocked = 0;
  private events = 0;
  private checked = 0;
  /** The calls of the scenario checked last. */
  private calls = 0;
  private failing: CheckedScenario | undefined;
  /** The first that was not explored completely, or is not robust. */
  private incomplete: ProgramCheck['incomplete'] = null;
  private violating: CheckedScenario | undefined;
  private undecided = false;
  private wasStopped = false;
  private isRaceFree = true;
  private readonly notes = new Set<string>();
  private readonly started: number;
  /** Without the scenario that was stopped, if one was. */
  private latest: SavedScenarios | undefined;

  constructor(
    private readonly model: ModelName,
    private readonly scenarios: ScenarioSet,
    saved?: SavedScenarios,
  ) {
    this.started = clock() - 1000 * (saved?.seconds ?? 0);
    this.latest = saved;
    if (saved === undefined) return;
    const { executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree } = saved;
    Object.assign(this, { executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree });
    for (const note of saved.notes) this.notes.add(note);
  }

  /** From where it can go on. */
  save(): SavedScenarios {
    return this.latest ?? this.standpoint();
  }

  private standpoint(): SavedScenarios {
    const { model, executions, blocked, events, checked, calls, incomplete, violating, undecided, isRaceFree } = this;
    return {
      ...{ model, executions, blocked, events, checked, calls, incomplete, undecided, isRaceFree },
      ...(violating && { violating }),
      notes: [...this.notes],
      seconds: (clock() - this.started) / 1000,
    };
  }

  add(scenario: CheckedScenario): void {
    const { executions, blocked, events, verdict, robust, incomplete, notes } = scenario.check;
    this.latest ??= this.standpoint();
    this.executions += executions;
    this.blocked += blocked;
    this.events += events;
    this.calls = scenario.calls;
    this.isRaceFree &&= notes.includes(RACE_FREE);
    for (const note of notes) if (note !== RACE_FREE && this.notes.size < MOST_NOTES) this.notes.add(note);
    if (robust === false) this.violating ??= scenario;
    if (robust === null) this.undecided = true;
    if (verdict === 'failing') this.failing = scenario;
    else if (incomplete !== null) {
      this.incomplete ??= incomplete;
      this.wasStopped = ['executions', 'time', 'interrupt', 'memory'].includes(incomplete.stoppedBy);
    }
    if (this.wasStopped) return;
    this.checked++;
    this.latest = this.standpoint();
  }

  /** The number of the scenario that comes next. */
  get number(): number {
    return this.checked;
  }

  /** Is there no point in further scenarios, or none? */
  get isOver(): boolean {
    return this.failing !== undefined || this.wasStopped || this.checked === this.scenarios.count;
  }

  progress(within?: SearchProgress): SearchProgress {
    const { model, checked } = this;
    return {
      model,
      executions: this.executions + (within?.executions ?? 0),
      blocked: this.blocked + (within?.blocked ?? 0),
      estimate: undefined,
      preemptions: undefined,
      scenarios: { checked, count: this.scenarios.count },
    };
  }

  get standing(): Standing {
    const { model, executions, blocked, events, checked } = this;
    const { count: all, extent } = this.scenarios;
    return {
      ...{ model, executions, blocked, events, failures: this.failing?.check.failures ?? [] },
      scenarios: { checked, count: all, extent },
    };
  }

  result({ reason }: Stop): ProgramCheck {
    const { model, executions, blocked, events, failing, scenarios, checked, violating } = this;
    const isComplete = checked === scenarios.count && this.incomplete === null;
    const shown = failing ?? violating;
    const told: ScenarioReport = {
      checked,
      count: scenarios.count,
      extent: scenarios.extent,
      ...(shown && { shown: shown.name }),
    };
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
      notes: [...(this.isRaceFree && isComplete ? [RACE_FREE] : []), ...this.notes, ...this.advice()],
      scenarios: told,
    };
  }

  /** What is often the reason of a failure. */
  private advice(): readonly string[] {
    const { failures = [], events } = this.failing?.check ?? {};
    if (failures.some(({ kind }) => kind === 'deadlock')) return [MEANT_TO_WAIT];
    return failures.length > 0 && events === 0 ? [NOTHING_SHARED] : [];
  }

  private coverage(reason: Stop['reason']): ProgramCheck['incomplete'] {
    const { failing, incomplete, checked, calls, scenarios } = this;
    if (failing !== undefined) {
      const covered = `the search ended with the first scenario that fails, after ${count(checked - 1)} that do not`;
      return { stoppedBy: 'failure', covered, estimate: null };
    }
    // Bounds that were hit in some of them.
    if (checked === scenarios.count) return incomplete;
    const smaller = calls > 1 ? `, all with fewer than ${calls} calls among them` : '';
    const covered = `${count(checked)} of ${count(scenarios.count)} scenarios ${scenarios.extent} were checked${smaller}`;
    return { stoppedBy: reason ?? incomplete?.stoppedBy ?? 'executions', covered, estimate: null };
  }
}
