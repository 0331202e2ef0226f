import type { CheckFunction, LinearizableFunction, OrdersFunction } from '@fencepost/javascript';
import type { OrdersTables, OrdersVariants } from '@fencepost/javascript/each';
import { secondsIn } from '@fencepost/options';
import { RUNNER_GRACE_SECONDS } from '@fencepost/workers';
import type { Reading } from './given-check.js';
import { givenCheck } from './given-check.js';
import { failureOf } from './failure.js';
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

/** `orders` of a test runner. */
export interface RunnerOrders<More = unknown> extends OrdersFunction<More>, OrdersVariants<OrdersFunction<More>> {
  /** Like `test.only` of the runner. */
  readonly only: OrdersFunction<More> & OrdersTables;
  /** Like `test.skip` of the runner. */
  readonly skip: OrdersFunction<More> & OrdersTables;
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

/** How `prepareCheck` reads a call, and how the runner shows a failure. */
export interface RunnerTraits {
  /** By default, as a call of `check`. */
  readonly read?: Reading | undefined;
  /** Whether the runner prints messages of errors in red. */
  readonly isPainted?: boolean;
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
  { read = givenCheck, isPainted = false }: RunnerTraits = {},
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
      const answer = await runCheck(file, { name, seconds }, signal);
      if (answer.exitCode !== 0) throw failureOf(answer, place, isPainted);
    },
  };
}
