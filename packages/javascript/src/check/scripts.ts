import { CheckFailed, FencepostError, transform } from '@fencepost/core';
import type { ModuleGraph } from '../load/graph.js';
import type { Context } from '../world/context/context.js';
import { current, enterWorld } from '../world/running/current.js';
import { Observer } from '../runtime/observer.js';
import type { Script } from '../runtime/run.js';
import { endUnneededWorkers } from '../synchronisation/termination.js';
import { mayIdle } from '../synchronisation/inbox.js';
import { importModule } from '../link/modules.js';
import { ModelPromise } from '../async/promise.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { recording } from '../world/time/segments.js';
import { callsOfTasks } from '../tasks/callers.js';
import { putMocksOutside } from '../globals/test-hooks.js';
import { inTask, noteForgotten, openTasks } from '../tasks/task.js';
import type { World } from '../world/running/world.js';
import { isThenable } from '../world/objects/is-object.js';
import { refuseGenerator } from './single-thread-run.js';
import { checksOf } from './collected.js';
import type { GivenCheck } from './api.js';
import type { ScenarioCalls } from './calling.js';
import { scenarioDefinition } from './calling.js';
import type { Defined } from './defined.js';
import { define } from './defined.js';

/** Location of a check's definition. */
export interface CheckPlace {
  readonly graph: ModuleGraph;
  readonly file: string;
  /** Its index among the checks of the file. */
  readonly index: number;
  /** Calls of the threads, if the check is for a data structure. */
  readonly scenario?: ScenarioCalls;
}

/** Returns a world in which the check's set-up function has just run. */
export function setUpWorld(context: Context, place: CheckPlace, name: string): SetUp {
  recording.isPrepared = place.graph.isRecorded;
  const world = enterWorld(context, { kind: 'set-up', thread: 0, name });
  importChecks(world, place.graph, place.file);
  const given = checksOf(world)[place.index];
  if (given === undefined)
    throw new FencepostError('NONDETERMINISM', `${place.file} does not always declare the same checks`);
  const { scenario } = place;
  const definition =
    scenario === undefined ? given : { ...given, define: scenarioDefinition(given.structure!, scenario) };
  return { world, defined: define(world, definition, place.graph.isRecorded), given };
}

const ordersIn = new WeakMap<ModuleGraph, boolean>();
const ORDERS = /\borders\b[^;]*?\b(?:from\s*|require\s*\(\s*)['"]fencepost/;

/** Evaluates a file with checks. If it has tests that run in every order, mock functions are outside the program. */
export function importChecks(world: World, graph: ModuleGraph, file: string): void {
  let hasOrders = ordersIn.get(graph);
  if (hasOrders === undefined) ordersIn.set(graph, (hasOrders = graph.mentions(ORDERS)));
  if (hasOrders) putMocksOutside(world);
  importModule(world, graph, file);
}

interface SetUp {
  readonly world: World;
  readonly defined: Defined;
  readonly given: GivenCheck;
}

/** A thread that runs a function. */
export interface FunctionThread {
  readonly handle: number;
  readonly name: string;
  readonly mainThread?: boolean;
  /** See `Script`. */
  readonly key?: string | undefined;
}

/**
 * Returns the script of a thread given as a function, which runs in its own world. `pick` selects the function from the
 * definitions of set-up code.
 */
export function functionThread(
  context: Context,
  place: CheckPlace,
  thread: FunctionThread,
  pick: (defined: Defined) => () => unknown,
): Script {
  return {
    handle: thread.handle,
    key: thread.key,
    context,
    run(start) {
      const { world, defined } = setUpWorld(context, place, thread.name);
      return runIn(world, thread, pick(defined), start);
    },
  };
}

/**
 * Runs a thread's function in a world in which set-up code has run. Calls `settle` as soon as the function has a
 * result.
 */
export function runIn(
  world: World,
  { handle, name, mainThread = false }: FunctionThread,
  body: () => unknown,
  start: (world: World) => void,
  settle?: (value: unknown) => void,
): unknown {
  world.role = { kind: 'set-up', thread: handle, name, mainThread };
  start(world);
  return settled(world, body(), settle);
}

/** Returns the result of a thread; for a promise, its value. Runs the event loop until no work is left. */
export function settled(world: World, value: unknown, settleWith?: (value: unknown) => void): unknown {
  refuseGenerator(value, 'the function of a thread');
  if (!isThenable(value)) {
    // Pending promises that no code awaits do not keep a thread alive. Node behaves the same.
    mayIdle(true);
    settleWith?.(value);
    world.loop.run();
    endUnneededWorkers();
    return value;
  }
  const outcome: { how?: 'fulfilled' | 'rejected'; value?: unknown } = {};
  const settle = (how: 'fulfilled' | 'rejected', result: unknown): void => {
    Object.assign(outcome, { how, value: result });
    mayIdle(true);
    if (how === 'fulfilled') settleWith?.(result);
  };
  value.then(
    addSelfNoting((result: unknown) => settle('fulfilled', result)),
    addSelfNoting((error: unknown) => settle('rejected', error)),
  );
  // A thread that fails does not wait for further events.
  world.loop.run(() => outcome.how === 'rejected');
  if (outcome.how === 'rejected') throw outcome.value;
  const calls = callsOfTasks(world);
  if (outcome.how === undefined && calls?.mayRest !== true) waitForever(world);
  noteForgotten(world);
  endUnneededWorkers();
  return calls?.made ?? outcome.value;
}

/** Makes the thread wait forever, because no event can settle its promise. */
function waitForever(world: World): void {
  const { context, role } = world;
  const never = { key: 'nothing settles it', ready: () => false, apply: (old: number) => old };
  const wait = (owner: number | string): void => {
    current.run!.perform(transform(context.place('promise', owner), never), 0);
  };
  const [task] = openTasks(world);
  if (task === undefined) wait(role.thread);
  else inTask(world, task, () => wait(task.name));
}

/** Turns a script into an invariant: a thread that reads once, at any moment. */
export function invariantThread(script: Script): Script {
  return {
    ...script,
    run: (start) =>
      script.run((world) => {
        start(world);
        if (current.run !== undefined) current.run = new Observer(current.run, world.context);
      }),
  };
}

/**
 * Wraps an invariant so that it fails if its result, or the value of a returned promise, is false. No result counts as
 * success.
 */
export function claims(holds: () => unknown): () => unknown {
  const judge = (claim: unknown): void => {
    if (claim === false) throw new CheckFailed('the invariant does not hold');
  };
  return () => {
    const claim = holds();
    refuseGenerator(claim, 'an invariant');
    if (isThenable(claim)) return (ModelPromise.resolve(claim) as ModelPromise).then(judge);
    judge(claim);
    return undefined;
  };
}
