import { lists } from '../synchronisation/waiters.js';
import type { World } from '../world/running/world.js';
import { emitProcessEvent } from '../globals/process-listeners.js';
import { exitCodeOf } from '../globals/process.js';
import { tellError } from './errors.js';
import { mayIdle, self } from '../synchronisation/inbox.js';
import { tellExit } from './worker-exit.js';
import { plainStep } from '../synchronisation/object-steps.js';
import { endIfNotStarted, endUnneededWorkers, endingOf, obeyTermination } from '../synchronisation/termination.js';
import { thrownFor } from '../world/objects/unhandled-rejection.js';
import { openScope } from './web-scope.js';

/** Exit code of a worker that was terminated, or that an error has ended. */
const TERMINATED_CODE = 1;

/**
 * Runs a worker file in a new world, in which `importFile` evaluates it, until its event loop has nothing left to do.
 */
export function runWorker(world: World, importFile: () => void): void {
  const isWeb = world.role.kind === 'web worker';
  obeyTermination();
  const scope = isWeb ? openScope(world) : undefined;
  try {
    try {
      endIfNotStarted();
      importFile();
    } catch (error) {
      if (world.loop.uncaught?.thrown(error) !== true) throw error;
    }
    mayIdle(true);
    world.loop.run(() => scope?.isClosed === true);
    if (!isWeb) beforeExit(world);
  } catch (error) {
    const { isTerminated, waitedAt, exitCode } = endingOf(world);
    const isRejection = !isWeb && world.loop.unhandledWith !== undefined;
    if (!isTerminated && !tellError(isRejection ? thrownFor(error) : error)) throw error;
    if (waitedAt !== undefined && world.context.isWaiterList(waitedAt)) stopWaiting(waitedAt);
    endUnneededWorkers();
    if (!isWeb) tellExit(exitCode ?? TERMINATED_CODE);
    return;
  }
  endUnneededWorkers();
  if (!isWeb) tellExit(exitCodeOf());
}

/** Emits `beforeExit` as long as its listeners add tasks to the event loop, then `exit`. */
function beforeExit({ loop }: World): void {
  for (let tasks = -1; loop.tasks > tasks;) {
    ({ tasks } = loop);
    if (!emitProcessEvent('beforeExit', exitCodeOf())) break;
    loop.run();
  }
  emitProcessEvent('exit', exitCodeOf());
}

/** Removes an ended thread from a list of waiters: it must not be woken. */
function stopWaiting(list: number): void {
  const me = self();
  const leave = lists.step(
    `a terminated worker stops waiting (${me})`,
    (state) => ({
      ...state,
      waiters: state.waiters.filter(({ who }) => who !== me),
      notified: state.notified.filter((who) => who !== me),
    }),
    ({ holder }) => holder === 0,
  );
  plainStep(list, leave);
}
