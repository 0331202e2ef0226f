import type { Program } from './program.js';

/**
 * Thrown by a front end that has just learned something it must know from the start, for example that memory it took
 * for private is shared. Discard everything found so far and restart with new local states of the same program.
 */
export class RestartSearch extends Error {
  override readonly name = 'RestartSearch';
}

/** By name, not by class: a program may contain its own copy of this module. */
export function isRestart(error: unknown): error is RestartSearch {
  return error instanceof Error && error.name === 'RestartSearch';
}

/** Does this error require a restart? Then the program keeps only what it has learned. */
function beginsAgain(error: unknown, program?: Pick<Program, 'beginAgain'>): boolean {
  if (!isRestart(error)) return false;
  program?.beginAgain?.();
  return true;
}

/**
 * The result of `attempt`, repeated until the front end has learned everything it must know from the start. What it
 * learns only grows.
 */
export function withRestarts<T>(attempt: () => T, program?: Pick<Program, 'beginAgain'>): T {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!beginsAgain(error, program)) throw error;
    }
  }
}

/** The same for an attempt that reports its progress. */
export function* withRestartsInSteps<Progress, T>(
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
