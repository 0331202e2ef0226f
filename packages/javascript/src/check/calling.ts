import { text } from '#host/text';
import { FencepostError, isFencepostError, isRestart } from '@fencepost/core';
import type { CallingThread, GivenCall } from '@fencepost/linear';
import { current, theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import { isThenable } from './single-thread-run.js';
import { madeAnew } from './arguments.js';
import { errorInWords, resultInWords } from './results.js';
import type { CheckDefinition } from './api.js';
import type { GivenStructure } from './structure-api.js';

/** Calls that the threads of a scenario make, after the initial calls. */
export interface ScenarioCalls {
  readonly threads: readonly CallingThread[];
  readonly initial: readonly GivenCall[];
  /** Collects the operations that were found to return promises. */
  readonly asynchronous?: Set<string>;
}

type Methods = Readonly<Record<string, unknown>>;

/** Returns the set-up function of a scenario. It creates the structure, and threads that call it. */
export function scenarioDefinition(
  structure: GivenStructure,
  { threads, initial, asynchronous }: ScenarioCalls,
): CheckDefinition {
  return (t) => {
    const object = structureFrom(structure.create, structure);
    for (const call of initial) resultOf(object, call);
    for (const { name, calls } of threads) t.thread(name, () => callEach(object, calls, [], asynchronous));
  };
}

/** Creates the object and checks that it has the operations. */
export function structureFrom(create: () => unknown, { operations }: GivenStructure, what = 'structure'): Methods {
  const object: unknown = create();
  if (isThenable(object)) {
    throw unsupported(`the ${what} is a promise`, 'use await at the top level of the file');
  }
  const hint = 'the operations are methods of the object that the function returns';
  if (typeof object !== 'object' || object === null) {
    throw new FencepostError('USAGE', `the ${what} is ${text.inspect(object)}, not an object`, { hint });
  }
  const missing = Object.keys(operations).find((name) => typeof (object as Methods)[name] !== 'function');
  if (missing === undefined) return object as Methods;
  throw new FencepostError('USAGE', `the ${what} has no method '${missing}'`, { hint });
}

/** Makes the calls one after the other, and returns their results. */
function callEach(
  object: Methods,
  calls: readonly GivenCall[],
  results: readonly string[],
  asynchronous: Set<string> | undefined,
): unknown {
  const [call, ...rest] = calls;
  if (call === undefined) return results;
  const world = theWorld();
  world.call = call.number + 1;
  world.returned = call.blocking ? results : undefined;
  const ended = (result: string): unknown => {
    world.call = 0;
    world.returned = undefined;
    return callEach(object, rest, [...results, result], asynchronous);
  };
  const value = attempt(object, call);
  if (!isThenable(value)) return ended(typeof value === 'string' ? value : String(value));
  asynchronous?.add(call.operation);
  return value.then(ended as (value: unknown) => unknown);
}

/** Returns the result of a call as text, or a promise of that text. */
function attempt(object: Methods, call: GivenCall): unknown {
  const shown = (value: unknown): string => (value === object ? 'this' : resultInWords(value, call.operation));
  try {
    const value = invoke(object, call);
    return isThenable(value) ? value.then(shown, (error: unknown) => thrown(error, call)) : shown(value);
  } catch (error) {
    return thrown(error, call);
  }
}

/** Returns the result of a call when nothing else runs. */
export function resultOf(object: Methods, call: GivenCall): string {
  const result = attempt(object, call);
  if (typeof result === 'string') return result;
  throw unsupported('an asynchronous operation is called before the threads start, or in the model');
}

function invoke(object: Methods, { operation, args }: GivenCall): unknown {
  return (object[operation] as (...args: readonly unknown[]) => unknown).apply(
    object,
    args.map((each) => madeAnew(each)),
  );
}

/** Returns an error as a result like any other. Throws it if it indicates a problem in any case. */
function thrown(error: unknown, { operation }: GivenCall): string {
  current.run?.caught();
  if (isFencepostError(error) || isRestart(error) || isAssertion(error)) throw error;
  return `throws ${errorInWords(error, operation)}`;
}

function isAssertion(error: unknown): boolean {
  return error instanceof Error && ['AssertionError', 'CheckFailed'].includes(error.name);
}
