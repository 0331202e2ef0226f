import type { GivenModel, ModelName, Program, SavedSymmetry, SavedUnseenStores } from '@fencepost/core';
import { FencepostError, LocalStates, Symmetry, UnseenStores, withRestartsInSteps, modelsFor } from '@fencepost/core';
import type { CheckMethod } from '@fencepost/report';
import type { SavedChecks } from './check-graph.js';
import { GraphChecks, PROVED_RACE_FREE } from './check-graph.js';
import { MonitorChecks } from './check-monitor.js';
import { withinLimits } from './coverage.js';
import { requireCheckable } from './checkable.js';
import type { SymmetryMode } from '../methods.js';
import type { SavedScenarios } from './scenario-sum.js';
import type { ProgramCheck, Standing } from './program-check.js';
import { notesOnDaemons } from './program-check.js';
import type { SearchProgress } from '../search/search-progress.js';
import type { Dispatcher } from '../search/dispatcher.js';
import { questionFor } from '../search/unordered-accesses.js';
import type { Searching, Stop } from '../search/searching.js';

export interface CheckOptions {
  /** Default: for C and C++ SC, TSO and RC11, for JavaScript SC and ARMv8, for other programs SC, TSO and PSO. */
  readonly models?: readonly GivenModel[];
  /**
   * `graph` (the default) explores the executions of each model; `monitor` explores those of SC and detects SC
   * violations.
   */
  readonly method?: CheckMethod;
  /** Continue after the first failure: find all failures and violations, and count the executions that show them. */
  readonly all?: boolean;
  /** Stop after this many executions; the verdict is then `unknown` unless something failed. */
  readonly maxExecutions?: number;
  /** Stop after this many seconds. */
  readonly maxSeconds?: number;
  /** Follow each thread for at most this many operations. */
  readonly maxDepth?: number;
  /** Explore executions with at most this many preemptions, by increasing number. */
  readonly preemptions?: number;
  /**
   * Also search for data races, in the executions under SC; only with the method `graph`. Models that define races
   * themselves do not need it.
   */
  readonly races?: boolean;
  /**
   * With several explorers: report the failure that is found first, not the one that a single search would find first.
   */
  readonly first?: boolean;
  /**
   * `auto` (the default): of executions that differ only in the order of threads that are alike, explores one and
   * counts all. `off`: explores each.
   */
  readonly symmetry?: SymmetryMode;
  /** Determines the order in which the parts of a search are explored. */
  readonly seed?: number;
  /**
   * With the method `graph`, called before each model is searched, with the number of models left, including this one.
   */
  readonly onModel?: (left: number) => void;
  /**
   * With the method `graph`, called when this many models are left whose search was stopped by time. Returns whether
   * the next of them may continue.
   */
  readonly onAgain?: (left: number) => boolean;
  /** Called from time to time. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** The state of a program's check, as plain JSON. */
export interface SavedCheck {
  /** Information that the front end has learned about the program; null or undefined if none. */
  readonly knowledge: unknown;
  /** Results so far. */
  readonly finished: readonly ProgramCheck[];
  readonly searches: SavedChecks;
  /** Threads that were cut off at `maxDepth`. */
  readonly tooDeep: readonly string[];
  /** For a data structure: the scenarios that were checked under each model that is not finished. */
  readonly scenarios?: readonly SavedScenarios[];
  /** Known symmetries between threads. If omitted, executions are not explored up to symmetry. */
  readonly symmetry?: SavedSymmetry;
  /** Stores that are assumed to be unseen by other threads. */
  readonly unseen?: SavedUnseenStores;
}

/** A check that can be observed and stopped. */
export interface RunningCheck {
  run(): Searching<ProgramCheck[]>;
  /** The finished models. */
  readonly done: readonly ProgramCheck[];
  /** Progress of the search under the current model; undefined if unknown. */
  readonly standing: Standing | undefined;
  /** Returns the state from which another process can continue; undefined if that is not possible. */
  save(): SavedCheck | undefined;
}

/** The check of one program. */
export class Check implements RunningCheck {
  private readonly program: Program;
  private readonly options: CheckOptions;
  private readonly stop: Stop;
  private readonly saved: SavedCheck | undefined;
  private readonly dispatcher: Dispatcher | undefined;
  private readonly symmetry: Symmetry | undefined;
  private readonly unseen: UnseenStores;
  private states: LocalStates | undefined;
  private graphs: GraphChecks | undefined;
  private finished: ProgramCheck[] = [];
  private found: readonly ProgramCheck[] = [];
  private present: ModelName | undefined;

  /** `dispatcher` distributes work to other explorers. */
  constructor(program: Program, options: CheckOptions, stop: Stop, saved?: SavedCheck, dispatcher?: Dispatcher) {
    const { method = 'graph', races = false } = options;
    if (races && method !== 'graph') {
      throw new FencepostError('USAGE', 'data races can be searched for with the method graph only');
    }
    const models = options.models && modelsFor(program, method, options.models);
    for (const model of models ?? []) {
      requireCheckable(model, method);
      program.refuse?.(model);
    }
    this.program = program;
    this.options = { ...options, ...(models && { models }) };
    this.stop = stop;
    this.saved = saved;
    this.dispatcher = dispatcher;
    // The process that saved the check may have learned nothing.
    if (saved !== undefined && hasLearned(saved)) program.knowledge?.restore(saved.knowledge);
    const isSymmetric = saved === undefined ? options.symmetry !== 'off' : saved.symmetry !== undefined;
    this.symmetry = isSymmetric && method === 'graph' ? Symmetry.fromJSON(saved?.symmetry) : undefined;
    this.unseen = UnseenStores.fromJSON(saved?.unseen);
  }

  /** Runs the check. Restarts whenever the front end has learned something that it needs from the start. */
  *run(): Searching<ProgramCheck[]> {
    let { saved } = this;
    return yield* withRestartsInSteps(() => {
      const attempt = this.attempt(saved);
      // A restart discards earlier results.
      saved = undefined;
      return attempt;
    }, this.program);
  }

  private *attempt(saved: SavedCheck | undefined): Searching<ProgramCheck[]> {
    const { method = 'graph', models = modelsFor(this.program, method), preemptions, maxDepth } = this.options;
    const { all = false, races = false, first = false, seed = 1, maxExecutions: budget = Infinity } = this.options;
    const { program, dispatcher, stop } = this;
    // Only the graph explorer checks the order of accesses.
    if (saved === undefined) program.blocks?.allow(method === 'graph');
    const states = new LocalStates(program, undefined, maxDepth, saved?.tooDeep);
    states.symmetry = this.symmetry;
    states.unseen = this.unseen;
    this.states = states;
    this.graphs = undefined;
    this.beginOthers(states);
    const options = { budget, all, seed, stop, dispatcher };
    let checks: GraphChecks | MonitorChecks;
    if (method === 'monitor') checks = yield* MonitorChecks.explore(states, { ...options, models, preemptions });
    else {
      const unordered = questionFor(models);
      const saves = saved?.searches;
      checks = this.graphs = new GraphChecks(states, { ...options, races, first, unordered, saved: saves });
    }
    if (method === 'graph' && preemptions !== undefined) return yield* this.bounded(states, models, preemptions);
    const found: ProgramCheck[] = [];
    this.found = found;
    this.finished = [];
    for (const [i, model] of models.entries()) {
      this.present = model;
      if (method === 'graph') this.options.onModel?.(models.length - i);
      const before = saved?.finished.find((each) => each.model === model);
      const check = before ?? withLimits(states, yield* checks.check(model), this.graphs);
      found.push(check);
      // A check that was stopped while it looked for executions to show may have shown fewer of them. Its search is
      // kept, and a resumed check looks again.
      if (before !== undefined || (!isResumable(check) && this.stop.reason === undefined)) this.finished.push(check);
    }
    if (this.graphs !== undefined) yield* this.again(this.graphs, states, found);
    return found.every(({ verdict }) => verdict !== 'failing')
      ? found.map((each) => withNotes(each, checks.caveats))
      : found;
  }

  /** Sends the current knowledge to other explorers. */
  private beginOthers(states: LocalStates): void {
    const { program, dispatcher } = this;
    const assumed = { ...(this.symmetry && { symmetry: this.symmetry.toJSON() }), unseen: this.unseen.toJSON() };
    const { preemptions } = states;
    dispatcher?.begin(() => ({
      ...{ program: program.knowledge?.save(), tooDeep: states.cutByDepth, preemptions },
      ...assumed,
    }));
  }

  /** Checks each model by increasing number of preemptions, until it is decided, the bound is reached or time is up. */
  private *bounded(states: LocalStates, models: readonly ModelName[], most: number): Searching<ProgramCheck[]> {
    const { all = false, races = false, first = false, seed = 1, maxExecutions: budget = Infinity } = this.options;
    const { stop, dispatcher } = this;
    const unordered = questionFor(models);
    const found: ProgramCheck[] = [];
    this.found = found;
    let open = models;
    for (let bound = 0; bound <= most && open.length > 0; bound++) {
      states.preemptions = bound;
      this.beginOthers(states);
      const options = { budget, all, seed, stop, dispatcher, races, first, unordered, saved: undefined };
      const graphs = (this.graphs = new GraphChecks(states, options));
      const left: ModelName[] = [];
      for (const [i, model] of open.entries()) {
        this.present = model;
        this.options.onModel?.(open.length - i);
        const check = withLimits(states, yield* graphs.check(model), graphs);
        found[models.indexOf(model)] = withNotes(check, graphs.caveats);
        if (check.incomplete?.stoppedBy === 'preemptions' && check.verdict !== 'failing') left.push(model);
      }
      open = left;
    }
    return found;
  }

  /** Continues models that have used up their share of the time with the time that other models left over. */
  private *again(graphs: GraphChecks, states: LocalStates, found: ProgramCheck[]): Searching<void> {
    for (;;) {
      const open = found.filter(({ incomplete }) => incomplete?.stoppedBy === 'time');
      if (open.length === 0) return;
      for (const [i, before] of open.entries()) {
        if (this.options.onAgain?.(open.length - i) !== true) return;
        this.present = before.model;
        const check = withLimits(states, yield* graphs.check(before.model), graphs);
        found[found.indexOf(before)] = check;
        if (!isResumable(check) && this.stop.reason === undefined) this.finished.push(check);
      }
    }
  }

  /** The finished models. */
  get done(): readonly ProgramCheck[] {
    return this.found;
  }

  /** Progress of the search under the current model; undefined if unknown (with monitors). */
  get standing(): Standing | undefined {
    return this.present === undefined ? undefined : this.graphs?.standing(this.present);
  }

  /** Returns the state from which another process can continue; undefined if that is not possible (with monitors). */
  save(): SavedCheck | undefined {
    const { program, finished, graphs, states } = this;
    if (graphs === undefined || states === undefined || states.preemptions !== undefined) return undefined;
    return {
      ...{ knowledge: program.knowledge?.save(), finished, searches: graphs.save(), tooDeep: states.cutByDepth },
      ...(this.symmetry && { symmetry: this.symmetry.toJSON() }),
      unseen: this.unseen.toJSON(),
    };
  }
}

function hasLearned({ knowledge }: SavedCheck): boolean {
  return knowledge !== undefined && knowledge !== null;
}

/** Whether there is more to explore within the given bounds. */
export function isResumable({ incomplete }: Pick<ProgramCheck, 'incomplete'>): boolean {
  return incomplete !== null && ['executions', 'time', 'interrupt'].includes(incomplete.stoppedBy);
}

/** Adds notes to a safe verdict on what it does not cover. */
function withNotes(check: ProgramCheck, caveats: readonly string[]): ProgramCheck {
  return check.verdict === 'safe' ? { ...check, notes: [...check.notes, ...caveats] } : check;
}

/**
 * Downgrades the verdict of a search that cut executions off, as it has not shown that they are safe. Without data
 * races, limits of a model's ordering do not matter.
 */
function withLimits(states: LocalStates, check: ProgramCheck, graphs: GraphChecks | undefined): ProgramCheck {
  const isRaceFree = graphs?.isRaceFree === true;
  const isBeyondLoops = check.jointStates !== undefined && graphs?.followsLoops === true;
  const hit = states.limits(check.model).filter(({ models }) => models === undefined || !isRaceFree);
  const limits = hit.filter(({ isOfLoop }) => !(isBeyondLoops && isOfLoop));
  const isOpen = check.verdict === 'unknown' || (check.verdict === 'safe' && limits.length > 0);
  const proved = isOpen && graphs?.isProvedRaceFree(check.model) === true ? [PROVED_RACE_FREE] : [];
  const notes = [...check.notes, ...proved, ...(states.program.notes?.() ?? []), ...notesOnDaemons(states)];
  if (limits.length === 0) return withNotes({ ...check, notes }, states.program.caveats?.(check.model) ?? []);
  const { verdict, robust, harmful, incomplete } = check;
  return {
    ...check,
    notes,
    verdict: verdict === 'failing' ? verdict : 'unknown',
    robust: robust === false ? false : null,
    harmful: harmful === true ? true : null,
    incomplete: withinLimits(limits, incomplete),
  };
}
