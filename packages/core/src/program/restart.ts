import type { Program } from './program.js';

/**
 * Thrown by a front end that has just learned a fact it needs from the start, for example that memory it took for
 * private is shared. The caller discards everything found so far and restarts with new local states of the same
 * program.
 */
export class RestartSearch extends Error {
  override readonly name = 'RestartSearch';
}

/** Tests by name, not by class: a program may contain its own copy of this module. */
export function isRestart(error: unknown): error is RestartSearch {
  return error instanceof Error && error.name === 'RestartSearch';
}

/** Whether this error requires a restart. The program then keeps only its knowledge. */
function beginsAgain(error: unknown, program?: Pick<Program, 'beginAgain'>): boolean {
  if (!isRestart(error)) return false;
  program?.beginAgain?.();
  return true;
}

/**
 * Returns the result of `attempt`, which is repeated until the front end has learned everything it needs from the
 * start. Its knowledge only grows.
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

/** Does the same for an attempt that reports its progress. */
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
