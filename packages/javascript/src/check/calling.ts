import { text } from '#host/text';
import { FencepostError, isFencepostError, isRestart } from '@fencepost/core';
import type { CallingThread, GivenCall } from '@fencepost/linear';
import { current, theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { guard } from '../world/running/guard.js';
import type { World } from '../world/running/world.js';
import { noting } from '../world/time/segments.js';
import type { TaskCall } from '../tasks/callers.js';
import { expectCalls } from '../tasks/callers.js';
import { isThenable } from '../world/objects/is-object.js';
import { madeAnew } from './arguments.js';
import { errorInWords, resultInWords, showResult } from './results.js';
import type { CheckBuilder, CheckDefinition } from './api.js';
import type { Callers, GivenStructure } from './structure-api.js';

/** Calls that the threads or tasks of a scenario make, after the initial calls. */
export interface ScenarioCalls {
  readonly threads: readonly CallingThread[];
  readonly initial: readonly GivenCall[];
  /**
   * What makes the calls: threads; tasks, which are async functions of one event loop and share all objects; or a single
   * caller in turn, of the model if there is one.
   */
  readonly callers: Callers | 'one';
}

type Methods = Readonly<Record<string, unknown>>;

/** Returns the set-up function of a scenario. It creates the structure and what calls it. */
export function scenarioDefinition(structure: GivenStructure, scenario: ScenarioCalls): CheckDefinition {
  const { threads, initial, callers } = scenario;
  return (t) => {
    const { model, create } = structure;
    const isOfModel = callers === 'one' && model !== undefined;
    const object = structureFrom(isOfModel ? model : () => create(t), structure, isOfModel ? 'model' : undefined);
    if (callers === 'tasks') return callInTurn(object, initial, () => addTasks(t, object, threads));
    if (callers === 'one') t.thread('one', () => callAlone(theWorld(), object, initial));
    else for (const call of initial) resultOf(object, call);
    for (const { name, calls } of threads) t.thread(name, () => callEach(object, calls, []));
  };
}

function addTasks(t: CheckBuilder, object: Methods, threads: readonly CallingThread[]): void {
  const world = theWorld();
  const log = expectCalls(world, threads.length);
  threads.forEach(({ name, calls }, i) => {
    const made = calls.map((call) => taskCall(object, call));
    t.task(name, addSelfNoting(log.task(world, i, made)));
  });
}

/** Makes the calls one after the other. Returns a promise if one of them does. */
function callInTurn(object: Methods, [call, ...rest]: readonly GivenCall[], atEnd: () => void): void | Promise<void> {
  if (call === undefined) {
    atEnd();
    return undefined;
  }
  return attempt(object, call, () => callInTurn(object, rest, atEnd)) as void | Promise<void>;
}

function taskCall(object: Methods, call: GivenCall): TaskCall {
  const { operation, args, number, blocking } = call;
  return {
    text: `${operation}(${args.map(showResult).join(', ')})`,
    ...{ number, blocking },
    make: (ended) => {
      noting.read(object, operation);
      noting.called(object[operation] as () => unknown, args);
      attempt(object, call, ended);
    },
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
function callEach(object: Methods, calls: readonly GivenCall[], results: readonly string[]): unknown {
  const [call, ...rest] = calls;
  if (call === undefined) return results;
  const world = theWorld();
  world.call = call.number + 1;
  world.returned = call.blocking ? results : undefined;
  const ended = (result: string): unknown => {
    world.call = 0;
    world.returned = undefined;
    return callEach(object, rest, [...results, result]);
  };
  const value = attempt(object, call);
  if (!isThenable(value)) return ended(typeof value === 'string' ? value : String(value));
  return value.then(ended as (value: unknown) => unknown);
}

/** Makes a call. Returns what `ended` does with its result as text, or a promise of that. */
function attempt(object: Methods, call: GivenCall, ended: (result: string) => unknown = (result) => result): unknown {
  const shown = (value: unknown): string => (value === object ? 'this' : resultInWords(value, call.operation));
  let value: unknown;
  try {
    value = invoke(object, call);
  } catch (error) {
    return ended(thrown(error, call));
  }
  if (!isThenable(value)) return ended(shown(value));
  return value.then(
    addSelfNoting((result: unknown) => ended(shown(result))),
    addSelfNoting((error: unknown) => ended(thrown(error, call))),
  );
}

/** Timers that may fire between two calls of one caller. An interval could fire without end. */
const MOST_FIRINGS = 4;

/**
 * Makes the calls one after the other, each when all that those before have started is done, except that timers may fire
 * later. Returns their results, up to a call that waits.
 */
function callAlone({ loop }: World, object: Methods, calls: readonly GivenCall[]): readonly string[] {
  const results: string[] = [];
  for (const [i, call] of calls.entries()) {
    try {
      attempt(object, call, (result) => results.push(result));
      loop.run(() => results.length > i && loop.pending === 0);
    } catch (error) {
      guard(error);
      return [...results.slice(0, i), `fails: ${String(error)}`];
    }
    if (results.length === i) break;
    const isLast = i + 1 === calls.length;
    for (let fired = 0; fired < MOST_FIRINGS && !isLast && loop.time.size > 0 && current.run!.toss(); fired++) {
      const { tasks } = loop;
      loop.run(() => loop.tasks > tasks && loop.pending === 0);
    }
  }
  return results;
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
