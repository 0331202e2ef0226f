import type { LocalStates, ModelName } from '@fencepost/core';
import type { Explored, Frontier, GraphExploration, GraphOptions, Job } from '@fencepost/explore';
import { exploringGraphs } from '@fencepost/explore';
import { every } from '../clock.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching } from './searching.js';

/** A part of a search: its job (null: the whole search), and the maximum number of its executions to explore. */
export interface Part {
  readonly job: Job | null;
  readonly size: number;
  /**
   * Whether to show the first execution found in it instead of the simplest, because the end of the part depends on
   * timing.
   */
  readonly firstOnly?: true;
}

/**
 * Number of executions of the first part, and of later parts: small enough to stop soon, large enough to justify the
 * overhead.
 */
export const FIRST_PART = 256;
export const LARGEST_PART = 1 << 14;

/** Number of operations after which a part ends, so that fewer long executions have to be explored again. */
export const PART_OPERATIONS = 1 << 20;

/**
 * Time to explore before yielding to the caller, in milliseconds. One execution may take as long as thousands of
 * another program.
 */
const BREATH_MILLISECONDS = 20;

export const NOTHING: Explored = { executions: 0, blocked: 0, operations: 0 };

export function sizeOf({ executions, blocked }: Explored): number {
  return executions + blocked;
}

export function sum(a: Explored, b: Explored): Explored {
  return {
    executions: a.executions + b.executions,
    blocked: a.blocked + b.blocked,
    operations: a.operations + b.operations,
  };
}

/** Callbacks for each execution, and the end condition. */
export type Watching = Pick<GraphOptions, 'onExecution' | 'onBlocked' | 'until' | 'races'>;

/** The work to explore. */
export interface Piece extends Watching {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** Frontier to start from; undefined for the whole search. */
  readonly from: Frontier | undefined;
  readonly budget: number;
}

/** Explores executions. `progress` reports on the search. */
export function* exploring(
  { states, from, ...options }: Piece,
  progress: (explored: Explored) => SearchProgress,
): Searching<GraphExploration> {
  const executions = exploringGraphs(states, { ...options, ...(from && { from }) });
  const isDue = breathing();
  for (;;) {
    const { done, value } = executions.next();
    if (done === true) return value;
    if (isDue()) yield progress(value);
  }
}

/** Returns a function that returns whether it is time to yield. */
export function breathing(): () => boolean {
  return every(BREATH_MILLISECONDS);
}
