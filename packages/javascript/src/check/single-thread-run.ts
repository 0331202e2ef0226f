import { types } from '#host/types';
import { isThenable } from '../world/objects/is-object.js';
import { unsupported } from '../world/running/unsupported.js';
import type { World } from '../world/running/world.js';

// Set-up code and checks at the end run alone, and must finish without other threads.

/** Maximum number of event loop tasks. Code that runs more counts as never finishing. */
const MOST_TASKS = 10_000;

/** Throws if the value is a generator. The body of a generator function does not run until its values are requested. */
export function refuseGenerator(value: unknown, what: string): void {
  const isAsync = Object.prototype.toString.call(value) === '[object AsyncGenerator]';
  if (!isAsync && !types.isGeneratorObject(value)) return;
  throw unsupported(`${what} returns a generator, which has not run`, 'use an ordinary or an async function');
}

/**
 * Runs the event loop until the promise `value` is settled and no work is left. Throws the reason if it is rejected, or
 * the reason of any unhandled rejection.
 */
export function comesToRest(world: World, value: unknown, what: string): void {
  refuseGenerator(value, what);
  const { loop } = world;
  if (!isThenable(value)) {
    loop.drain();
    return;
  }
  const outcome: { settled?: true; failure?: { readonly error: unknown } } = {};
  value.then(
    () => {
      outcome.settled = true;
    },
    (error: unknown) => {
      outcome.failure = { error };
    },
  );
  runToTheEnd(world, what, () => outcome.failure !== undefined);
  if (outcome.failure !== undefined) throw outcome.failure.error;
  if (outcome.settled !== true) throw unsupported(`${what} waits for a promise that never settles`);
}

/** Runs the event loop until no work is left, or `until` holds. */
export function runToTheEnd({ loop }: World, what: string, until: () => boolean = () => false): void {
  const most = loop.tasks + MOST_TASKS;
  loop.run(() => until() || loop.tasks > most);
  if (loop.tasks <= most) return;
  throw unsupported(`${what} starts timers that never end`, 'clear them, or start them in a thread');
}
