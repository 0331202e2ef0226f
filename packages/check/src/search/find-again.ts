import type { Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { CUT, failureKey, linearise } from '@fencepost/core';
import type { Execution, Explored, Frontier, GraphExploration } from '@fencepost/explore';
import { exploringGraphs, failuresOf } from '@fencepost/explore';
import { clock } from '../clock.js';
import { failingThread } from '../explain/shorten.js';
import { ANY_VIOLATION, violationKey } from './findings.js';
import type { Part, Watching } from './part.js';
import { NOTHING, PART_OPERATIONS, breathing, exploring, sizeOf, sum } from './part.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching, Stop } from './searching.js';

/** Size of the pieces in which a part is searched again: executions, or operations if that is reached first. */
const PIECE = 512;
const PIECE_OPERATIONS = 1 << 17;
/**
 * Time for which a stopped search may look for the best executions to show, in milliseconds. After that it takes the
 * first it finds.
 */
const GRACE_MILLISECONDS = 250;
/** The execution to show is the simplest of this many, or of fewer if they have this many steps in total. */
const CANDIDATES = 32;
const CANDIDATE_STEPS = 1 << 14;

/** The executions to find again. */
interface Wanted {
  /** Whether the piece has any of them. */
  readonly has: (piece: GraphExploration) => boolean;
  readonly complete: (execution: Execution) => boolean;
  readonly blocked: (execution: Execution) => boolean;
}

/** Finds executions again, to show them: a search only counts executions, which is faster. */
export class Finder {
  private readonly states: LocalStates;
  private readonly model: ModelName;
  private readonly stop: Stop;
  private readonly progress: () => SearchProgress;
  /** The end of the grace period of a stopped search, and whether any execution to show has been found. */
  private graceEnds: number | undefined;
  private hasShown = false;

  constructor(states: LocalStates, model: ModelName, stop: Stop, progress: () => SearchProgress) {
    this.states = states;
    this.model = model;
    this.stop = stop;
    this.progress = progress;
  }

  /** Finds SC violations with this key. */
  violating(part: Part, key: string): Searching<Schedule[]> {
    return this.find(part, this.model, {
      has: ({ nonSequential }) => nonSequential > 0,
      complete: (execution) => !execution.sequential && (key === ANY_VIOLATION || violationKey(execution) === key),
      blocked: () => false,
    });
  }

  /** Finds executions with this failure, as schedules for `model`: the model explored, or a weaker one. */
  failing(part: Part, failure: Failure, model: ModelName): Searching<Schedule[]> {
    const key = failureKey(failure);
    const isThis = (each: Failure): boolean => failureKey(each) === key;
    return this.find(part, model, {
      has: ({ failures }) => failures.some(isThis),
      complete: (execution) => failuresOf(execution).some(isThis),
      // The end of a blocked execution is no evidence, but a thread that failed before it is.
      blocked: (execution) => {
        const trace = execution.trace();
        return failingThread(trace, failure) !== undefined || (wasCut(trace) && failuresOf(execution).some(isThis));
      },
    });
  }

  /**
   * Explores a part again and records the first matching executions. Works piece by piece, and inspects only pieces
   * that have any, because inspecting each execution takes long. Returns none if time is up and another execution can
   * be shown.
   */
  private *find({ job, size, firstOnly }: Part, model: ModelName, wanted: Wanted): Searching<Schedule[]> {
    const schedules: Schedule[] = [];
    let steps = 0;
    const keep = (execution: Execution): void => {
      // Keep a schedule instead of the trace, because the local states of the trace may be forgotten.
      const schedule = linearise(execution.trace(), model)!;
      schedules.push(schedule);
      steps += schedule.length;
    };
    const isEnough = (): boolean =>
      schedules.length >= (firstOnly === true ? 1 : CANDIDATES) ||
      steps >= CANDIDATE_STEPS ||
      ((schedules.length > 0 || this.hasShown) && this.graceIsOver());
    const looking: Watching = {
      onExecution: (execution) => {
        if (wanted.complete(execution)) keep(execution);
      },
      onBlocked: (execution) => {
        if (wanted.blocked(execution)) keep(execution);
      },
    };
    const until = (explored: Explored): boolean => explored.operations >= PIECE_OPERATIONS || isEnough();
    let from: Frontier | undefined = job === null ? undefined : [job];
    let seen = NOTHING;
    while (sizeOf(seen) < size && seen.operations < PART_OPERATIONS && !isEnough()) {
      const { states } = this;
      const piece = yield* exploring({ states, model: this.model, from, budget: PIECE, until }, this.progress);
      if (wanted.has(piece)) yield* this.look(from, sizeOf(piece), looking, isEnough);
      if (piece.rest.length === 0) break;
      from = [...piece.rest];
      seen = sum(seen, piece);
    }
    if (schedules.length > 0) this.hasShown = true;
    return schedules;
  }

  /** Explores `size` executions, or until `isEnough`. Not resumable, because the rest is already known. */
  private *look(
    from: Frontier | undefined,
    size: number,
    watching: Watching,
    isEnough: () => boolean,
  ): Searching<void> {
    let left = size;
    const isDue = breathing();
    for (const _ of exploringGraphs(this.states, { model: this.model, ...(from && { from }), ...watching })) {
      if (--left === 0 || isEnough()) return;
      if (isDue()) yield this.progress();
    }
  }

  private graceIsOver(): boolean {
    if (this.stop.reason === undefined) return false;
    this.graceEnds ??= clock() + GRACE_MILLISECONDS;
    return clock() >= this.graceEnds;
  }
}

function wasCut({ states, last }: Trace): boolean {
  return [...last.values()].some((state) => states.kind[state] === CUT);
}
