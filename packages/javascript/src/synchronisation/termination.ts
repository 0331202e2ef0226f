import type { Transition } from '@fencepost/core';
import { RestartSearch, stuck } from '@fencepost/core';
import type { Run } from '../world/current.js';
import { suspend, theWorld } from '../world/current.js';
import type { World } from '../world/world.js';
import type { Entry } from './inbox.js';
import { canBeTerminated, peekInbox, postInstead, receive } from './inbox.js';
import { plainStep } from './object-steps.js';

const TERMINATE = 'terminate';
const ENDING = Symbol('the end of a worker that was terminated');

interface Ending {
  readonly isTerminated: boolean;
  /** The synchronisation object where it waited. */
  readonly waitedAt?: number;
  /** If it has ended itself. */
  readonly exitCode?: number;
}

/** Has `terminate` ended what runs in this world? */
export function endingOf(world: World): Ending {
  return world.slot<Ending>(ENDING, () => ({ isTerminated: false }));
}

const ONLY_THERE =
  'worker.terminate() ends a worker before it starts, before an event, or where it waits: that it could end elsewhere is not explored';

/**
 * The worker ends before it starts, before its next event, or where it waits. For that it must check from its start.
 * `isOnline`: it is known to have started.
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

/** Workers of the running thread that have no `ref`. */
export function unneededWorkers(): Set<number> {
  return theWorld().slot(UNNEEDED, () => new Set<number>());
}

/** The running thread ends, and these workers with it. Whether they have started is not known. */
export function endUnneededWorkers(): void {
  for (const worker of unneededWorkers()) terminate(worker, false);
}

/** The exit code, for those who tell of it, of a worker that was terminated before it started. */
export const NOT_STARTED = 2 ** 30;

/** A worker may be terminated before Node has started it, or once it has and the worker has done nothing. */
export function endIfNotStarted(): void {
  if (!canBeTerminated()) return;
  if (peekInbox().some((entry) => isTermination(entry) && 'port' in entry && entry.message === 0))
    endWorker(NOT_STARTED);
  endIfTerminated();
}

/** This worker can be terminated. That alone does not keep the event loop alive. */
export function obeyTermination(): void {
  receive(TERMINATE, { deliver: () => end(), listening: () => false });
}

/** No further code of the program runs, no `catch` and no `finally`, as if the run were suspended. */
function end(waitedAt?: number): never {
  Object.assign(endingOf(theWorld()), { isTerminated: true, waitedAt });
  return suspend();
}

/** This worker ends itself, here. */
export function endWorker(exitCode: number): never {
  Object.assign(endingOf(theWorld()), { isTerminated: true, exitCode });
  return suspend();
}

const isTermination = (entry: Entry): boolean => 'port' in entry && entry.port === TERMINATE;

/** Ends this worker if it was terminated: one visible operation. */
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
