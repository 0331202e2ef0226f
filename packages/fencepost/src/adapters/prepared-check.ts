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
  /** Milliseconds after which the runner may take it for lost. */
  readonly timeout: number;
  /** Runs it, as it stands in the test file; throws the report if the check does not pass. */
  readonly run: (file: string, signal?: AbortSignal) => Promise<void>;
}

/** Of a search that a check in a test runner may take, unless it says otherwise. */
const DEFAULT_SECONDS = 50;

/**
 * `given` are the arguments of `check`. What it is called with matters to the runner alone: the check itself is run from
 * the file. `called` is the function that the test file calls.
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
  // If it is no such number, running the check says so.
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

/** An error that runners show as the report, at the call of `check`. */
function reportAsError(text: string, place: Error): Error {
  // Jest would take a line that begins like a frame for the end of the message.
  const error = new Error(text.trimEnd().replaceAll(/^( *)at (?=\S+:\d)/gm, '$1@ '));
  const frames = (place.stack ?? '').split('\n').filter((line) => /^\s+at (?!.*\bnode:)/.test(line));
  error.stack = [`Error: ${error.message}`, ...frames].join('\n');
  return error;
}
