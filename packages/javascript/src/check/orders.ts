import { ModelPromise } from '../async/promise.js';
import { assertionsSoFar, countAssertions, requireAssertions } from '../globals/counted-assertions.js';
import { currentGroup, takeFinishHooks } from '../globals/test-hooks.js';
import type { TestGroup } from '../globals/test-hooks.js';
import { current } from '../world/running/current.js';
import { isThenable } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import { noting } from '../world/time/segments.js';
import type { World } from '../world/running/world.js';
import type { GivenCheck } from './api.js';
import { testContext } from './test-context.js';
import type { OrdersContext } from './test-context.js';

/** A test of a runner that runs in every order. `More`: what the runner's own tests get, too. */
export interface OrdersFunction<More = unknown> {
  /** The options are those of the runner's test. */
  (name: string, body: (context: OrdersContext & More) => unknown, ...options: readonly unknown[]): void;
  (name: string, options: object, body: (context: OrdersContext & More) => unknown): void;
}

/** Name of the task that runs the test. */
const TEST = 'test';

/** Options of runners' tests, which do not matter here. */
const OF_RUNNERS: readonly string[] = [
  'timeout',
  'retry',
  'repeats',
  'concurrent',
  'concurrency',
  'sequential',
  'tags',
];

/**
 * Returns the check that runs a test's body as a task, with hooks. `given`: the runner's options and the body, in any
 * order.
 */
export function ordersCheck(world: World, name: string, given: readonly unknown[]): GivenCheck {
  const body = given.find((each) => typeof each === 'function') as ((context: object) => unknown) | undefined;
  if (typeof name !== 'string' || body === undefined) {
    throw new TypeError("orders has a name and a function: orders('the last answer is shown', async () => { … })");
  }
  const group = currentGroup(world);
  // Of the call of `orders`: when the task is added, all other code of the file has run.
  const { site } = current;
  const options: object = given.find((each) => typeof each === 'object' && each !== null) ?? {};
  const isSetting = ([option]: readonly [string, unknown]): boolean => !OF_RUNNERS.includes(option);
  return {
    name,
    settings: Object.fromEntries(Object.entries(options).filter(isSetting)),
    define: (t) => {
      countAssertions(world);
      const add = (): void => {
        current.site = site;
        const before = assertionsSoFar(world);
        t.task(
          TEST,
          addSelfNoting(() => {
            countAssertions(world, before);
            return runTest(world, name, body, group);
          }),
        );
      };
      const before = inTurn(group.before);
      if (before !== undefined) return before.then(add) as Promise<void>;
      add();
      return undefined;
    },
  };
}

function runTest(world: World, name: string, body: (context: object) => unknown, { after }: TestGroup): unknown {
  noting.called(body, []);
  const ended = body(testContext(world, name));
  const finish = (): unknown => {
    requireAssertions(world);
    return inTurn([...after, () => inTurn(takeFinishHooks(world))]);
  };
  if (!isThenable(ended)) return finish();
  return (ModelPromise.resolve(ended) as PromiseLike<unknown>).then(addSelfNoting(finish));
}

/** Calls functions one after the other. Returns a promise if one does. */
function inTurn([call, ...rest]: readonly (() => unknown)[]): PromiseLike<unknown> | undefined {
  if (call === undefined) return undefined;
  noting.called(call, []);
  const ended = call();
  if (!isThenable(ended)) return inTurn(rest);
  return ended.then(addSelfNoting(() => inTurn(rest)));
}
