import { watched as watchedWith } from '@fencepost/check';
import { yieldToEventLoop } from '../workers/yield-to-event-loop.js';

/** Runs a search or tests until they end, and yields to Node's event loop meanwhile. */
export function watched<Progress extends { readonly executions: number; readonly idle?: Promise<void> | undefined }, T>(
  searching: Generator<Progress, T, void>,
  watch: (progress: Progress) => void,
): Promise<T> {
  return watchedWith(searching, watch, yieldToEventLoop);
}
