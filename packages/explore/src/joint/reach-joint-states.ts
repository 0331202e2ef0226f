import type { Program } from '@fencepost/core';
import { LocalStates, isFencepostError, withRestarts, withoutBounds } from '@fencepost/core';
import type { JointOptions } from './joint-search.js';
import { JointSearch } from './joint-search.js';

/** Limits of scouting: searches, and the joint states of the first one; the later ones are longer. */
const MOST_SEARCHES = 12;
const FIRST_LENGTH = 1 << 11;

/** Joint states and steps between two questions whether to stop. */
const STATES_BETWEEN = 1 << 6;
const STEPS_BETWEEN = 1 << 12;

export interface ReachOptions extends JointOptions {
  /** Whether loops are followed without a bound: every failure is found only if the search ends. */
  readonly isUnbounded?: boolean;
  /** Asked from time to time. */
  readonly isStopped?: (search: JointSearch) => boolean;
  /** Stop when there are more joint states than this. Each takes some 30 bytes. */
  readonly mostStates?: number;
}

export interface Reached {
  readonly states: LocalStates;
  readonly search: JointSearch;
}

/** Explores the joint states of a program, and restarts whenever the front end has learned something. */
export function reachJointStates(program: Program, options: ReachOptions = {}): Reached {
  // Ranges of bytes that are one location are for explorers that check the order of accesses.
  program.blocks?.allow(false);
  scout(program, options.isStopped);
  return withRestarts(() => reach(program, options), program);
}

function reach(program: Program, options: ReachOptions): Reached {
  const { isStopped, isUnbounded = false, mostStates = 1 << 23 } = options;
  const states = new LocalStates(isUnbounded ? withoutBounds(program) : program);
  const search = new JointSearch(states, options);
  let explored = 0;
  let steps = 0;
  // Every restart looks around anew, which may take most of the time.
  if (isStopped?.(search) === true) return { states, search };
  while (search.advance(mostStates)) {
    // Where there are thousands of threads, one joint state may take millions of steps.
    if (++explored < STATES_BETWEEN && search.allSteps - steps < STEPS_BETWEEN) continue;
    if (isStopped?.(search) === true) break;
    explored = 0;
    steps = search.allSteps;
  }
  return { states, search };
}

/** Lets the front end learn much at once, instead of one fact per restart. */
function scout(program: Program, isStopped: NonNullable<ReachOptions['isStopped']> = () => false): void {
  if (program.scout === undefined) return;
  for (let seed = 0; seed < MOST_SEARCHES; seed++) {
    program.scout(true);
    const mostStates = FIRST_LENGTH * (seed + 1);
    try {
      withRestarts(
        () => reach(program, { seed, depthFirst: true, isEnough: () => false, isStopped, mostStates }),
        program,
      );
    } catch (error) {
      // The real search will show it, if it is real.
      if (!isFencepostError(error)) throw error;
    }
    const hasLearned = program.scout(false);
    program.beginAgain?.();
    if (!hasLearned && seed > 2) return;
  }
}
