import type { Program } from './program.js';

/**
 * Thrown by a front end that has just learned what it must know from the beginning (that memory it took for private is
 * shared, say). Nothing found so far counts: begin again, with new local states of the same program.
 */
export class Rediscover extends Error {
  override readonly name = 'Rediscover';
}

/** By name, not by class: a program may come with its own copy of this module. */
export function isRediscover(error: unknown): error is Rediscover {
  return error instanceof Error && error.name === 'Rediscover';
}

/** Is this error a reason to begin again? Then the program keeps nothing of the attempt but what it has learned. */
function beginsAgain(error: unknown, program?: Program): boolean {
  if (!isRediscover(error)) return false;
  program?.beginAgain?.();
  return true;
}

/** What `attempt` gives once the front end has learned all that it must know from the beginning. What it learns only grows. */
export function beginningAgain<T>(attempt: () => T, program?: Program): T {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!beginsAgain(error, program)) throw error;
    }
  }
}

/** The same for an attempt that says how far it is. */
export function* beginningAgainInSteps<Progress, T>(
  attempt: () => Generator<Progress, T, void>,
  program: Program,
): Generator<Progress, T, void> {
  for (;;) {
    try {
      return yield* attempt();
    } catch (error) {
      if (!beginsAgain(error, program)) throw error;
    }
  }
}
