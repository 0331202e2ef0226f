import type { ThreadBody } from '@fencepost/core';
import { KnownThreads } from '@fencepost/linear';
import { vi } from 'vitest';

/** What knows nothing of other scenarios. */
function forgetful(): KnownThreads {
  return new KnownThreads((run) => {
    run();
    return undefined;
  });
}

/** Steps of threads of scenarios, from now on until mocks are restored. `isKnown`: what one scenario has found out is there for the others. */
export class ThreadSteps {
  count = 0;

  constructor(isKnown: boolean) {
    const body = Reflect.get(KnownThreads.prototype, 'body');
    const counted =
      (thread: ThreadBody): ThreadBody =>
      () => {
        const run = thread();
        const next = run.next.bind(run);
        run.next = (result) => {
          this.count++;
          return next(result);
        };
        return run;
      };
    vi.spyOn(KnownThreads.prototype, 'body').mockImplementation(function (this: KnownThreads, of, first, thread) {
      return body.call(isKnown ? this : forgetful(), of, first, counted(thread));
    });
  }
}
