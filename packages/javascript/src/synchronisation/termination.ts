import type { Transition } from '@fencepost/core';
import { Rediscover, stuck } from '@fencepost/core';
import type { Run } from '../world/current.js';
import { suspend, theWorld } from '../world/current.js';
import type { World } from '../world/world.js';
import type { Entry } from './inbox.js';
import { peekInbox, postInstead, receive } from './inbox.js';
import { plainStep } from './object-steps.js';

const TERMINATE = 'terminate';
const ENDING = Symbol('the end of a worker that was terminated');

interface Ending {
  readonly isTerminated: boolean;
  /** The synchronisation object at which it waited. */
  readonly waitedAt?: number;
}

/** Has what runs in this world come to its end by `terminate`? */
export function endingOf(world: World): Ending {
  return world.slot<Ending>(ENDING, () => ({ isTerminated: false }));
}

/** The worker ends before its next event, or where it waits. For that it must look out from its beginning. */
export function terminate(worker: number): void {
  const { terminated } = theWorld().context;
  if (!terminated.has(worker)) {
    terminated.add(worker);
    throw new Rediscover();
  }
  postInstead(worker, { port: TERMINATE, message: 0 }, 'terminate a worker');
}

/** This worker can be terminated. That alone keeps no event loop going. */
export function obeyTermination(): void {
  receive(TERMINATE, { deliver: () => end(), listening: () => false });
}

/** Nothing of the program runs any longer, no `catch` and no `finally`, as if the run were given up. */
function end(waitedAt?: number): never {
  Object.assign(endingOf(theWorld()), { isTerminated: true, waitedAt });
  return suspend();
}

const isTermination = (entry: Entry): boolean => 'port' in entry && entry.port === TERMINATE;

/** Ends this worker if somebody has terminated it by now: one visible operation. */
export function endIfTerminated(waitsAt?: number): void {
  if (peekInbox().some(isTermination)) end(waitsAt);
}

/** Waits for the object to be ready and for being terminated, as a loop would that looks at both. */
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
