import type { CheckFunction, LinearizableFunction } from '@fencepost/javascript';
import { secondsIn } from '@fencepost/options';
import { RUNNER_GRACE_SECONDS } from '@fencepost/workers';
import type { Reading } from './given-check.js';
import { givenCheck } from './given-check.js';
import { runCheck } from './run-check.js';
import { requireNode } from './runners.js';

/** `check` of a test runner. */
export interface RunnerCheck extends CheckFunction {
  /** Like `test.only` of the runner. */
  readonly only: CheckFunction;
  /** Like `test.skip` of the runner. */
  readonly skip: CheckFunction;
  /** Like `test.todo` of the runner. */
  readonly todo: (name: string) => void;
}

/** `linearizable` of a test runner. */
export interface RunnerLinearizable extends LinearizableFunction {
  /** Like `test.only` of the runner. */
  readonly only: LinearizableFunction;
  /** Like `test.skip` of the runner. */
  readonly skip: LinearizableFunction;
  /** Like `test.todo` of the runner. */
  readonly todo: (name: string) => void;
}

/** A check to be registered with a test runner. */
export interface PreparedCheck {
  readonly name: string;
  /** Milliseconds after which the runner may give up on the check. */
  readonly timeout: number;
  /** Runs the check from the test file. Throws the report if the check does not pass. */
  readonly run: (file: string, signal?: AbortSignal) => Promise<void>;
}

/** Default time limit of the search of a check in a test runner. */
const DEFAULT_SECONDS = 50;

/**
 * Prepares a check for a test runner. `given` are the arguments of `check`, which matter only to the runner: the check
 * itself is run from the file. `called` is the function that the test file calls.
 */
export function prepareCheck(
  given: readonly unknown[],
  called: (...given: never[]) => unknown,
  read: Reading = givenCheck,
): PreparedCheck {
  requireNode();
  const { name, settings } = read(given);
  const place = new Error();
  Error.captureStackTrace(place, called);
  // If it is not a valid duration, running the check reports that.
  const seconds = secondsIn(String(settings.maxTime ?? '')) ?? DEFAULT_SECONDS;
  return {
    name,
    timeout: 1000 * (seconds + RUNNER_GRACE_SECONDS),
    run: async (file, signal) => {
      const { text, exitCode } = await runCheck(file, { name, seconds }, signal);
      if (exitCode !== 0) throw reportAsError(text, place);
    },
  };
}

/** Returns an error that runners show as the report, located at the call of `check`. */
function reportAsError(text: string, place: Error): Error {
  // Jest treats a line that begins like a stack frame as the end of the message.
  const error = new Error(text.trimEnd().replaceAll(/^( *)at (?=\S+:\d)/gm, '$1@ '));
  const frames = (place.stack ?? '').split('\n').filter((line) => /^\s+at (?!.*\bnode:)/.test(line));
  error.stack = [`Error: ${error.message}`, ...frames].join('\n');
  return error;
}
