import { CheckFailed, formatSite } from '@fencepost/core';
import { inFrame } from '../async/frames.js';
import { ModelPromise, isAwaited } from '../async/promise.js';
import { current } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';
import { TASK } from '../world/running/world.js';
import { isObject } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { Segments, noting, recording } from '../world/time/segments.js';
import { tellStep } from '../world/running/told-steps.js';

/** A concurrent caller: an async function that shares all objects with the others. */
export interface GivenTask {
  readonly name: string;
  readonly body: () => unknown;
  readonly settle: (value: unknown) => void;
  /** Where it was declared. */
  readonly site: number;
}

/** Name of the thread in which all tasks run. */
export const TASKS = 'tasks';

const OPEN = Symbol('tasks that have not ended');

/** Returns the tasks of this world that have not ended. */
export function openTasks(world: World): ReadonlySet<GivenTask> {
  return world.slot(OPEN, () => new Set<GivenTask>());
}

const FAILING = Symbol('task that fails');

/** Returns the name of the task that has failed, or of the only one. */
export function failingTask(world: World): string | undefined {
  return (world.known(FAILING) as { readonly name: string | undefined } | undefined)?.name;
}

/** Notes that the running task has ended. */
export function endTask(world: World): void {
  const open = world.slot(OPEN, () => new Set<GivenTask>());
  for (const task of open) if (task.name === world.task) open.delete(task);
}

/** Calls a function as a part of the task. */
export function inTask(world: World, { name, site }: GivenTask, call: () => void): void {
  const frame = new Map([...(world.frame ?? []), [TASK, name]]);
  inFrame(world, frame, () => {
    current.site = site;
    call();
  });
}

/** For tests: whether orders with the same results are explored once. */
export const reduction = { isOn: true };

/**
 * Runs all tasks. Each begins at any moment, in any order. Returns a promise of their results, by name. `reduces`: whether
 * orders with the same results need not all be explored. `invariants` hold between any two steps: at each await, also
 * of a promise that has been settled.
 */
export function runTasks(
  world: World,
  tasks: readonly GivenTask[],
  invariants: readonly (() => unknown)[],
  reduces: boolean,
): object {
  if (reduces && reduction.isOn) {
    recording.segments = new Segments(accessorOf(world));
    world.loop.outside.influences = world.context.influences;
  }
  // As a part of each segment, it orders segments that change what it reads.
  if (invariants.length > 0) world.loop.outside.afterEach = () => invariants.forEach(requireNow);
  const open = world.slot(OPEN, () => new Set<GivenTask>());
  const failing = world.slot(FAILING, () => ({ name: tasks.length === 1 ? tasks[0]!.name : undefined }));
  const results: Record<string, unknown> = {};
  return new ModelPromise((resolve, reject) => {
    const begin = (task: GivenTask): void => {
      tellStep(world, 'begins');
      noting.called(task.body, []);
      if (world.loop.outside.calls !== undefined) {
        // It records its calls itself. There are no other microtasks, because calls may begin between any two.
        task.body();
        return;
      }
      const ended = new ModelPromise((settle) => settle(task.body())) as PromiseLike<unknown>;
      const end = (value: unknown): void => {
        task.settle(value);
        results[task.name] = value;
        open.delete(task);
        if (open.size === 0) resolve(results);
      };
      const fail = (error: unknown): void => {
        failing.name ??= task.name;
        reject(error);
      };
      ended.then(addSelfNoting(end), addSelfNoting(fail));
    };
    tasks.forEach((task, i) => {
      open.add(task);
      results[task.name] = undefined;
      world.loop.outside.expectTask(i, () => inTask(world, task, () => begin(task)));
    });
  });
}

/** Throws if an invariant does not hold now. */
function requireNow(invariant: () => unknown): void {
  noting.called(invariant, []);
  const claim = invariant();
  if (isObject(claim) && typeof Reflect.get(claim, 'then') === 'function') {
    throw unsupported('an invariant of tasks returns a promise', 'it is evaluated between two steps, and cannot await');
  }
  if (claim === false) throw new CheckFailed('the invariant does not hold');
}

function accessorOf(world: World): ConstructorParameters<typeof Segments>[0] {
  const line = (site: number): string => {
    const at = world.context.siteOf(site);
    return at === undefined ? '' : ` at line ${at.line}`;
  };
  return {
    get task() {
      return world.task;
    },
    get site() {
      return current.site;
    },
    overwrites: (key, read, other, written) => {
      // The number of a variable follows its name.
      const name = key.split(' ')[0]!;
      // An element of an array, or an entry of a map whose key says nothing else.
      const what = /^\d/.test(name) ? `entry ${name}` : name;
      tellStep(
        world,
        `overwrites ${what}: ${other} wrote it${line(written)}, after ${world.task} read it${line(read)}`,
      );
    },
  };
}

/** Notes calls that nothing awaits: a task may end before them, and their failure goes unnoticed. */
export function noteForgotten({ context }: World): void {
  const { segments } = recording;
  if (segments === undefined) return;
  for (const [promise, { what, site }] of segments.lasting) {
    if (isAwaited(promise as ModelPromise)) continue;
    const at = context.siteOf(site);
    const where = at === undefined ? '' : ` at ${formatSite(at)}`;
    context.notes.add(`nothing awaits ${what} called${where}`);
  }
}
