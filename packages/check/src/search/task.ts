import type { LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL } from '@fencepost/core';
import type { Explored, Frontier, GraphOptions, Results } from '@fencepost/explore';
import type { SavedRaces } from './data-races.js';
import { DataRaces } from './data-races.js';
import { violationKey } from './findings.js';
import { PART_OPERATIONS, exploring } from './part.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching } from './searching.js';
import type { UnorderedQuestion } from './unordered-accesses.js';
import { UnorderedAccesses } from './unordered-accesses.js';

/** The questions of a search about its executions, in addition to how they end. */
export interface Questions {
  readonly model: ModelName;
  /** Whether to distinguish and count all violations. */
  readonly all: boolean;
  /** Whether to look for data races. */
  readonly races: boolean;
  /** The kind of unordered accesses to look for; null if none. */
  readonly unordered: UnorderedQuestion | null;
}

/** A unit of work for any process that has the program. Plain JSON. */
export interface Task extends Questions {
  /** The frontier; null for the whole search. */
  readonly frontier: Frontier | null;
  /** The maximum numbers of executions, complete or blocked, and of operations. */
  readonly size: number;
  readonly operations: number;
}

/** The result of a task: a function of the task and the program, independent of who performs it. Plain JSON. */
export interface Found extends Results {
  readonly rest: Frontier;
  /** SC violations by key; null if not distinguished. */
  readonly violations: readonly (readonly [key: string, executions: number])[] | null;
  readonly races: SavedRaces;
  readonly unordered: string | null;
}

/** Returns a task for the unexplored rest of a part. */
export function taskFor(questions: Questions, frontier: Frontier | undefined, size: number, before: Explored): Task {
  return { ...questions, frontier: frontier ?? null, size, operations: PART_OPERATIONS - before.operations };
}

/** Explores until the task is done or stopped. `progress` reports on the search. */
export function* doTask(
  states: LocalStates,
  task: Task,
  isStopped: () => boolean,
  progress: (explored: Explored) => SearchProgress,
): Searching<Found> {
  const { model, frontier, size, operations } = task;
  const violations = task.all ? new Map<string, number>() : null;
  const races = task.races ? new DataRaces(states, model) : undefined;
  const unordered = task.unordered && new UnorderedAccesses(states, task.unordered, frontier === null, size);
  const piece = {
    ...{ states, model, from: frontier ?? undefined, budget: size },
    ...watching(violations, races, unordered),
    races: model === REFERENCE_MODEL && (task.races || (unordered !== null && states.program.standard === 'ECMA-262')),
    until: (explored: Explored) => explored.operations >= operations || isStopped(),
  };
  // Keep only plain data.
  const { states: _s, model: _m, finals: _f, ...found } = yield* exploring(piece, progress);
  return {
    ...found,
    violations: violations === null ? null : [...violations],
    races: races?.save() ?? [],
    unordered: unordered === null ? null : unordered.note,
  };
}

/** Returns the callbacks for each execution. Only the requested ones, because having none is fastest. */
function watching(
  violations: Map<string, number> | null,
  races: DataRaces | undefined,
  unordered: UnorderedAccesses | null,
): Pick<GraphOptions, 'onExecution' | 'onBlocked'> {
  const collectors = [races, unordered].filter((each) => each !== undefined && each !== null);
  const collect: GraphOptions['onExecution'] = (execution) => {
    for (const each of collectors) each.collect(execution);
  };
  if (violations === null) return collectors.length > 0 ? { onExecution: collect, onBlocked: collect } : {};
  return {
    onExecution: (execution) => {
      collect(execution);
      if (execution.sequential) return;
      const key = violationKey(execution);
      violations.set(key, (violations.get(key) ?? 0) + (execution.orbit ?? 1));
    },
    ...(collectors.length > 0 && { onBlocked: collect }),
  };
}
