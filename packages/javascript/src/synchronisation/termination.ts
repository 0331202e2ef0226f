import type { Transition } from '@fencepost/core';
import { RestartSearch, stuck } from '@fencepost/core';
import type { Run } from '../world/running/current.js';
import { suspend, theWorld } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import type { Entry } from './inbox.js';
import { canBeTerminated, peekInbox, postInstead, receive } from './inbox.js';
import { plainStep } from './object-steps.js';

const TERMINATE = 'terminate';
const ENDING = Symbol('the end of a worker that was terminated');

interface Ending {
  readonly isTerminated: boolean;
  /** The synchronisation object at which the worker waited. */
  readonly waitedAt?: number;
  /** Exit code, if the worker has ended itself. */
  readonly exitCode?: number;
}

/** Returns whether and how the worker of this world was ended. */
export function endingOf(world: World): Ending {
  return world.slot<Ending>(ENDING, () => ({ isTerminated: false }));
}

const ONLY_THERE =
  'worker.terminate() ends a worker before it starts, before an event, or where it waits: other points of termination are not explored';

/**
 * Ends the worker before it starts, before its next event, or where it waits. For that, the worker must check from its
 * start, so the first call restarts the search. `isOnline`: the worker is known to have started.
 */
export function terminate(worker: number, isOnline: boolean): void {
  const { terminated, notes } = theWorld().context;
  if (!terminated.has(worker)) {
    terminated.add(worker);
    throw new RestartSearch();
  }
  notes.add(ONLY_THERE);
  postInstead(worker, { port: TERMINATE, message: isOnline ? 1 : 0 }, 'terminate a worker');
}

const UNNEEDED = Symbol('workers that do not keep their parent alive');

/** Returns the workers of the running thread that have no `ref`. */
export function unneededWorkers(): Set<number> {
  return theWorld().slot(UNNEEDED, () => new Set<number>());
}

/** Ends these workers when the running thread ends. Whether they have started is unknown. */
export function endUnneededWorkers(): void {
  for (const worker of unneededWorkers()) terminate(worker, false);
}

/** Internal exit code of a worker that was terminated before it started. */
export const NOT_STARTED = 2 ** 30;

/** Ends this worker if it was terminated before Node started it, or after that but before it did anything. */
export function endIfNotStarted(): void {
  if (!canBeTerminated()) return;
  if (peekInbox().some((entry) => isTermination(entry) && 'port' in entry && entry.message === 0))
    endWorker(NOT_STARTED);
  endIfTerminated();
}

/** Lets this worker be terminated. That alone does not keep the event loop alive. */
export function obeyTermination(): void {
  receive(TERMINATE, { deliver: () => end(), listening: () => false });
}

/** Ends this worker. No further code of the program runs, no `catch` and no `finally`, as if the run were suspended. */
function end(waitedAt?: number): never {
  Object.assign(endingOf(theWorld()), { isTerminated: true, waitedAt });
  return suspend();
}

/** Ends this worker from its own code. */
export function endWorker(exitCode: number): never {
  Object.assign(endingOf(theWorld()), { isTerminated: true, exitCode });
  return suspend();
}

const isTermination = (entry: Entry): boolean => 'port' in entry && entry.port === TERMINATE;

/** Ends this worker if it was terminated, by one visible operation. */
export function endIfTerminated(waitsAt?: number): void {
  if (peekInbox().some(isTermination)) end(waitsAt);
}

/** Waits until the object is ready or the worker is terminated, like a loop that reads both. */
export function waitOrEnd(
  run: Run,
  place: number,
  transition: Required<Pick<Transition, 'ready'>> & Transition,
): number {
  const { key, ready, apply } = transition;
  const attempt = { key: key.replace(/\)?$/, ' or end)'), apply: (old: number) => (ready(old) ? apply(old) : old) };
  const old = plainStep(place, attempt);
  if (ready(old)) return old;
  endIfTerminated(place);
  return run.perform(stuck(2), 0);
}
