import type { Limit, Program } from '@fencepost/core';
import type { Frontier } from '@fencepost/explore';
import { every } from '../clock.js';
import type { CheckOptions, SavedCheck } from '../check/check-program.js';
import type { ProgramCheck } from '../check/program-check.js';
import { runningCheck } from '../check/running-check.js';
import type { Stop } from '../search/searching.js';
import type { OrderedOperation } from './relaxation.js';
import type { VariableAccess } from './variables.js';
import { VariableAccesses } from './variables.js';

/** Progress of the exploration of a repaired program under a model. Plain JSON. */
export interface SavedExploration {
  /** Description of the program, the model and the repairs. */
  readonly of: string;
  /** The unexplored rest. Null: nothing is left, and no execution is bad. Undefined: nothing has been explored. */
  readonly rest?: Frontier | null;
  readonly limits: readonly Limit[];
  /** Threads that were cut off. */
  readonly tooDeep: readonly string[];
  readonly pieces: number;
  readonly executions: number;
}

interface SavedChangedCheck {
  /** Description of the change. */
  readonly of: string;
  /** The result; undefined if the check is not finished. */
  readonly met?: string;
  readonly saved?: SavedCheck | undefined;
  readonly executions: number;
}

/** The explorations of one search for repairs, and the orders that it has seen, if it looks for weaker ones. */
interface SavedSearch {
  /** Explorations in the order in which they were made. */
  readonly explorations: readonly SavedExploration[];
  readonly operations: readonly OrderedOperation[];
}

/** The progress of finding a repair. Plain JSON. */
export interface SavedRepairSearch {
  /** Knowledge of the front ends, by program. */
  readonly knowledge: readonly unknown[];
  /** Searches in the order in which they were made. */
  readonly searches: readonly SavedSearch[];
  readonly accesses: readonly (readonly [variable: string, key: string, access: VariableAccess])[];
  /** Checks of changed programs, in order. */
  readonly checks: readonly SavedChangedCheck[];
}

const LOOK_MILLISECONDS = 50;

/**
 * Journal of the explorations of a search for a repair. The search is deterministic. A repetition from the beginning,
 * with this journal, skips everything explored before, except the pieces in which bad executions were found.
 */
export class RepairJournal {
  /** Number of executions explored, and the number of them in an earlier run. */
  executions = 0;
  readonly resumed: number;
  private readonly programs: readonly Program[];
  private readonly onWork: () => void;
  private before: SavedRepairSearch | undefined;
  private readonly searches: { readonly explorations: Exploration[]; readonly operations: OrderedOperation[] }[] = [];
  private readonly checks: (() => SavedChangedCheck)[] = [];
  private readonly accesses = new Map<string, readonly [variable: string, key: string, access: VariableAccess]>();
  private readonly isDue = every(LOOK_MILLISECONDS);

  /** `onWork` is called from time to time, when the journal can be saved. */
  constructor(programs: readonly Program[], onWork: () => void, before?: SavedRepairSearch) {
    this.programs = programs;
    this.onWork = onWork;
    this.before = before;
    const explored = before?.searches.flatMap(({ explorations }) => explorations) ?? [];
    const passed = [...explored, ...(before?.checks ?? [])];
    this.resumed = passed.reduce((sum, { executions }) => sum + executions, 0);
    this.executions = this.resumed;
    before?.knowledge.forEach((knowledge, i) => {
      if (knowledge !== null && knowledge !== undefined) programs[i]!.knowledge?.restore(knowledge);
    });
  }

  save(): SavedRepairSearch {
    // Knowledge about scenarios cannot be attributed to one of them.
    const isPlain = this.programs.every(({ scenarios }) => scenarios === undefined);
    return {
      knowledge: this.programs.map(({ knowledge }) => (isPlain ? (knowledge?.save() ?? null) : null)),
      searches: this.searches.map(({ explorations, operations }) => ({
        explorations: explorations.map((each) => each.save(isPlain)),
        operations: [...operations],
      })),
      accesses: [...this.accesses.values()],
      checks: this.checks.map((save) => save()),
    };
  }

  /** Begins a search for repairs. Returns the accesses that were seen before, so that more can be added. */
  beginSearch(): VariableAccesses {
    this.searches.push({ explorations: [], operations: [] });
    const known = new VariableAccesses((variable, key, access) => {
      this.accesses.set(`${variable}\n${key}`, [variable, key, access]);
    });
    for (const each of this.before?.accesses ?? []) known.add(...each);
    return known;
  }

  /** Discards all explorations. Called when the search restarts because the front end has learned something. */
  beginAgain(): void {
    this.before = undefined;
    for (const { explorations, operations } of this.searches) {
      explorations.length = 0;
      operations.length = 0;
    }
    this.searches.pop();
  }

  /** The operations that the search saw in an earlier run. It may skip the executions that perform them. */
  get operationsBefore(): readonly OrderedOperation[] {
    return this.searchBefore?.operations ?? [];
  }

  /** Records an operation that is new to the search, or has another order than before. */
  noteOperation(operation: OrderedOperation): void {
    this.searches.at(-1)!.operations.push(operation);
  }

  /** Begins the next exploration of the search. A saved exploration is used only if it has the same description. */
  begin(of: string): Exploration {
    const { explorations } = this.searches.at(-1)!;
    const before = this.searchBefore?.explorations[explorations.length];
    const exploration = new Exploration(of, before?.of === of ? before : undefined, (executions) => {
      this.executions += executions;
      if (this.isDue()) this.onWork();
    });
    explorations.push(exploration);
    return exploration;
  }

  private get searchBefore(): SavedSearch | undefined {
    return this.before?.searches[this.searches.length - 1];
  }

  /**
   * Checks a changed program. `met` interprets the results, and the journal records its answer unless the check was
   * stopped.
   */
  check<Met extends string>(
    of: string,
    program: Program,
    options: CheckOptions,
    isStopped: () => boolean,
    met: (checks: readonly ProgramCheck[]) => Met,
  ): Met {
    const noted = this.before?.checks[this.checks.length];
    const before = noted?.of === of ? noted : undefined;
    if (before?.met !== undefined) {
      this.checks.push(() => before);
      return before.met as Met;
    }
    const stop: Stop = { reason: undefined };
    const check = runningCheck(program, options, stop, before?.saved);
    let executions = before?.executions ?? 0;
    let result: Met | undefined;
    this.checks.push(() => ({
      of,
      ...(result === undefined ? { saved: check.save() } : { met: result }),
      executions,
    }));
    const searching = check.run();
    let step = searching.next();
    let latest = { model: '', executions: 0 };
    for (; step.done !== true; step = searching.next()) {
      const { model, executions: now, resumed = 0 } = step.value;
      const known = latest.model === model && now >= latest.executions ? latest.executions : resumed;
      latest = { model, executions: now };
      executions += now - known;
      this.executions += now - known;
      if (isStopped()) stop.reason = 'time';
      else if (this.isDue()) this.onWork();
    }
    const found = met(step.value);
    if (stop.reason === undefined) result = found;
    return found;
  }
}

/** An exploration of a repaired program under a model. */
export class Exploration {
  private pieces: number;
  private executions: number;
  private tooDeep: readonly string[];
  private left: Frontier | null | undefined;
  private found: readonly Limit[];

  constructor(
    private readonly of: string,
    before: SavedExploration | undefined,
    private readonly onWork: (executions: number) => void,
  ) {
    this.pieces = before?.pieces ?? 0;
    this.executions = before?.executions ?? 0;
    this.tooDeep = before?.tooDeep ?? [];
    this.left = before?.rest;
    this.found = before?.limits ?? [];
  }

  /** Number of pieces that were explored without bad executions. */
  get passed(): number {
    return this.pieces;
  }

  get isClean(): boolean {
    return this.left === null;
  }

  get limits(): readonly Limit[] {
    return this.found;
  }

  get cutByDepth(): readonly string[] {
    return this.tooDeep;
  }

  /** Frontier to continue from; undefined to start from the beginning. */
  get rest(): Frontier | undefined {
    return this.left ?? undefined;
  }

  /** Records another piece without bad executions. */
  note(rest: Frontier, executions: number, tooDeep: readonly string[]): void {
    this.pieces++;
    this.executions += executions;
    this.left = rest;
    this.tooDeep = tooDeep;
    this.onWork(executions);
  }

  /** Records that everything was explored without bad executions. */
  end(limits: readonly Limit[]): void {
    this.left = null;
    this.found = limits;
  }

  /** Returns the state as JSON. `isPlain`: the frontier is valid in another process. */
  save(isPlain: boolean): SavedExploration {
    const { of, pieces, executions, tooDeep, left, found } = this;
    if (left === null) return { of, rest: null, limits: found, tooDeep, pieces, executions };
    if (!isPlain || left === undefined) return { of, limits: [], tooDeep: [], pieces: 0, executions: 0 };
    return { of, rest: left, limits: [], tooDeep, pieces, executions };
  }
}
