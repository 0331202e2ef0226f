import { ownNodeMock } from '../globals/runner-mocks.js';
import { runnersExpect } from '../globals/runner-shims.js';
import { addFinishHook } from '../globals/test-hooks.js';
import type { Hook } from '../globals/test-hooks.js';
import type { Scheduler } from '../tasks/scheduler.js';
import { OrderScheduler } from '../tasks/scheduler.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';

/** What the body of a test gets. */
export interface OrdersContext {
  readonly name: string;
  /** Returns a scheduler like that of fast-check: see `scheduler` of a check. */
  readonly scheduler: () => Scheduler;
  readonly diagnostic: (message: string) => void;
}

/** Returns the argument of a test: what the runners' own tests get, as far as it makes sense in every order. */
export function testContext(world: World, name: string): object {
  const finish = (hook: Hook): void => addFinishHook(world, hook);
  const known: object = {
    name,
    task: { name },
    mock: ownNodeMock,
    diagnostic: () => undefined,
    scheduler: () => new OrderScheduler(world),
    onTestFinished: finish,
    onTestFailed: () => undefined,
    after: finish,
    get expect() {
      return runnersExpect();
    },
  };
  return new Proxy(known, {
    get: (_target, key) => {
      if (typeof key === 'symbol' || key === 'then' || key in known) return Reflect.get(known, key) as unknown;
      throw unsupported(
        `\`${key}\` of a test's argument is not supported in a test that runs in every order`,
        'import what the test needs',
      );
    },
  });
}
