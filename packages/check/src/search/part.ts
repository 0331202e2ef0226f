import type { LocalStates, ModelName } from '@fencepost/core';
import type { Explored, Frontier, GraphExploration, GraphOptions, Job } from '@fencepost/explore';
import { exploringGraphs } from '@fencepost/explore';
import { every } from '../clock.js';
import type { SearchProgress } from './search-progress.js';
import type { Searching } from './searching.js';

/** A part of a search: its job (null: the whole search), and how many executions of it are explored at most. */
export interface Part {
  readonly job: Job | null;
  readonly size: number;
  /** Show the first execution found in it, not the simplest: where the part ends depends on timing. */
  readonly firstOnly?: true;
}

/** Executions of the first part, and of parts later on: small enough to stop soon, large enough to be worth a start. */
export const FIRST_PART = 256;
export const LARGEST_PART = 1 << 14;

/** Operations after which a part ends: where executions are long, fewer of them are to be explored again. */
export const PART_OPERATIONS = 1 << 20;

/** How long to explore before yielding to the caller: one execution may take as long as thousands of another program. */
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

/** What to do with each execution, and when to end. */
export type Watching = Pick<GraphOptions, 'onExecution' | 'onBlocked' | 'until' | 'races'>;

/** What is to be explored. */
export interface Piece extends Watching {
  readonly states: LocalStates;
  readonly model: ModelName;
  /** Everything, if left out. */
  readonly from: Frontier | undefined;
  readonly budget: number;
}

/** Explores executions; `progress` reports on the search. */
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

/** Whether it is time to yield. */
export function breathing(): () => boolean {
  return every(BREATH_MILLISECONDS);
}
