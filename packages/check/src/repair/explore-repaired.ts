import type { Limit, LocalStates, ModelName, Program, Trace } from '@fencepost/core';
import {
  CUT,
  FAIL,
  LocalStates as States,
  hasDataRaces,
  isSequentiallyConsistent,
  modelNamed,
  prefixFor,
} from '@fencepost/core';
import type { Execution, GraphExploration } from '@fencepost/explore';
import { exploreGraphs, failuresOf, racesOf } from '@fencepost/explore';
import type { Goal } from '../methods.js';
import type { Details } from './bad-execution.js';
import { BadExecution } from './bad-execution.js';
import type { Effort } from './effort.js';
import { originalTrace } from './original-trace.js';
import type { Repair } from './repair.js';
import type { Exploration } from './repair-journal.js';
import { repairedProgram } from './repaired-program.js';
import type { VariableAccesses, VariableAt } from './variables.js';

/** Callbacks for the bad executions that are found. */
export interface Learning {
  /** Whether more can be learned from the execution. */
  readonly isNew: (bad: BadExecution) => boolean;
  /** Processes a bad execution. Returns false if no repair forbids it. */
  readonly onBad: (bad: BadExecution) => boolean;
}

interface Options extends Learning {
  /** Local states of the program without repairs. */
  readonly original: LocalStates;
  readonly repairs: readonly Repair[];
  readonly variableAt: VariableAt;
  /** Places where the repaired program accesses variables that become atomic. */
  readonly accesses: VariableAccesses;
  readonly models: readonly ModelName[];
  readonly goal: Goal;
  readonly maxDepth: number | undefined;
  /** Whether an execution that hits a bound is bad. */
  readonly refusesBounds: boolean;
  readonly isStopped: () => boolean;
  readonly effort: Effort;
  /** Called for each model. Returns the progress of an earlier run, if any. */
  readonly begin: (model: ModelName) => Exploration | undefined;
}

/** The result of exploring a repaired program. */
export type ExploredRepaired =
  | { readonly outcome: 'clean'; readonly limits: readonly Limit[] }
  | { readonly outcome: 'bad' | 'stopped' }
  | {
      readonly outcome: 'impossible';
      readonly execution: BadExecution;
      readonly isSequential: boolean;
    };

/**
 * Number of executions between two checks of the clock. A piece with bad executions is explored again, to inspect each.
 */
const PIECE = 256;
/** Number of bad executions that is enough to choose other repairs. */
const ENOUGH = 16;

/** Explores the program with the repairs until all executions are explored, or some are bad. */
export function exploreRepaired(program: Program, options: Options): ExploredRepaired {
  const limits: Limit[] = [];
  const repaired = repairedProgram(program, options.repairs, options.variableAt, options.accesses);
  for (const model of options.models) {
    const noted = options.begin(model);
    if (noted?.isClean === true) {
      limits.push(...noted.limits);
      continue;
    }
    const states = new States(repaired, undefined, options.maxDepth, noted?.cutByDepth);
    const ended = new ModelExploration(states, model, options).run(noted);
    if (ended !== undefined) return ended;
    const own = states.limits(model);
    noted?.end(own);
    limits.push(...own);
  }
  return { outcome: 'clean', limits };
}

/** A newly found bad execution. */
interface FoundBad {
  readonly bad: BadExecution;
  readonly isSequential: boolean;
}

class ModelExploration {
  private readonly states: LocalStates;
  private readonly model: ModelName;
  private readonly options: Options;
  private readonly hasRaces: boolean;
  private learned = 0;
  private impossible: FoundBad | undefined;

  constructor(states: LocalStates, model: ModelName, options: Options) {
    this.states = states;
    this.model = model;
    this.options = options;
    this.hasRaces = hasDataRaces(modelNamed(model));
  }

  /** Explores the model. Returns undefined if there is no bad execution. */
  run(noted: Exploration | undefined): Exclude<ExploredRepaired, { outcome: 'clean' }> | undefined {
    const { states, model, options } = this;
    let from = noted?.rest;
    if (from?.length === 0) return undefined;
    do {
      if (options.isStopped()) return { outcome: this.learned > 0 ? 'bad' : 'stopped' };
      const left = options.effort.operationsLeft;
      const piece: GraphExploration = exploreGraphs(states, {
        ...{ model, budget: PIECE, ...(from && { from }) },
        until: ({ operations }) => operations >= left,
      });
      options.effort.explored(piece.executions + piece.blocked, piece.operations);
      if (this.mayBeBad(piece)) {
        exploreGraphs(states, {
          ...{ model, budget: PIECE, ...(from && { from }) },
          onExecution: (execution) => this.look(execution, false),
          onBlocked: (execution) => this.look(execution, true),
          until: () => this.impossible !== undefined || this.learned >= ENOUGH,
        });
      }
      if (this.impossible !== undefined) {
        const { bad: execution, isSequential } = this.impossible;
        return { outcome: 'impossible', execution, isSequential };
      }
      if (this.learned > 0) return { outcome: 'bad' };
      from = [...piece.rest];
      noted?.note(from, piece.executions, states.cutByDepth);
    } while (from.length > 0);
    return undefined;
  }

  private mayBeBad({ failures, nonSequential, racy }: GraphExploration): boolean {
    const { goal, refusesBounds } = this.options;
    if (refusesBounds && this.states.limits(this.model).length > 0) return true;
    return goal === 'robust' ? nonSequential > 0 : failures.length > 0 || (this.hasRaces && racy > 0);
  }

  private look(execution: Execution, isBlocked: boolean): void {
    if (this.impossible !== undefined) return;
    const { goal, refusesBounds } = this.options;
    for (const found of [
      ...(goal === 'robust' ? this.violationOf(execution, isBlocked) : this.failuresOf(execution, isBlocked)),
      ...(refusesBounds ? this.boundsOf(execution) : []),
    ]) {
      if (!this.options.isNew(found.bad)) {
        // Other repairs were chosen in the meantime. But the current ones allow this execution, or it would not have
        // been found.
        if (this.learned === 0) throw new Error('found an execution that the repairs should forbid');
        continue;
      }
      this.learned++;
      if (!this.options.onBad(found.bad)) this.impossible = found;
    }
  }

  private violationOf(execution: Execution, isBlocked: boolean): readonly FoundBad[] {
    if (isBlocked || execution.sequential) return [];
    const bad = this.bad(this.originalOf(execution.trace()).trace, 'an execution is not SC');
    return [{ bad, isSequential: false }];
  }

  private failuresOf(execution: Execution, isBlocked: boolean): readonly FoundBad[] {
    const { hasRaces } = this;
    const found: FoundBad[] = [];
    const trace = execution.trace();
    const [failure] = isBlocked && !failsAnyway(trace) ? [] : failuresOf(execution);
    if (failure !== undefined) {
      const last = [...trace.last].find(([, state]) => this.states.kind[state] === FAIL)?.[0];
      const event = trace.events.findLastIndex(({ thread }) => thread === last);
      const part = event < 0 ? trace : prefixFor(trace, [event]);
      const bad = this.bad(this.originalOf(part).trace, failure.message);
      found.push({ bad, isSequential: isSequentiallyConsistent(bad.trace) });
    }
    for (const race of hasRaces && execution.racy === true ? racesOf(trace) : []) {
      const part = prefixFor(trace, race.events);
      const { trace: original, eventOf } = this.originalOf(part);
      const pair = race.events.map((event) => eventOf(sameEvent(trace, event, part))) as [number, number];
      const name = this.states.locations.name(race.location);
      const bad = this.bad(original, `data race on ${name}`, { race: pair });
      // A race in an SC execution remains one as long as nothing orders the accesses. Memory orders can change that.
      found.push({ bad, isSequential: false });
    }
    return found;
  }

  /** Returns executions that hit a bound. What happens beyond a bound is unknown, so they count as bad. */
  private boundsOf(execution: Execution): readonly FoundBad[] {
    const { states } = this;
    const trace = execution.trace();
    const isCut = (state: number): boolean =>
      states.kind[state] === CUT && !states.isAssumed(state) && !states.isAbandoned(state);
    const cut = [...trace.last].find(([, state]) => isCut(state));
    if (cut === undefined) return [];
    const message = `${states.threads.names[cut[0]]!} continues beyond the bounds of the search`;
    const bad = this.bad(this.originalOf(trace).trace, message, { isBound: true });
    return [{ bad, isSequential: false }];
  }

  private bad(trace: Trace, message: string, details: Details = {}): BadExecution {
    return new BadExecution(this.model, trace, message, this.options.variableAt, details);
  }

  private originalOf(trace: Trace): ReturnType<typeof originalTrace> {
    return originalTrace(this.options.original, trace);
  }
}

/** Whether a blocked execution fails: a thread has failed, or was cut off after something went wrong. */
function failsAnyway({ states, last }: Trace): boolean {
  return [...last.values()].some((state) => states.kind[state] === FAIL || states.kind[state] === CUT);
}

function sameEvent(trace: Trace, event: number, part: Trace): number {
  const { thread, position } = trace.events[event]!;
  return part.events.findIndex((each) => each.thread === thread && each.position === position);
}
