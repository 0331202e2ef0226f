import type { Stop } from '@fencepost/check';
import { watched as watchedWith } from '@fencepost/check';
import { turn } from '../workers/turn.js';

/** Watches a search to its end, or until `deadline` (as `performance.now()` counts) or whoever else sets `stop`. */
export function watched<Progress extends { readonly executions: number; readonly idle?: Promise<void> | undefined }, T>(
  searching: Generator<Progress, T, void>,
  stop: Stop,
  deadline: number,
  watch: (progress: Progress) => void,
): Promise<T> {
  return watchedWith(searching, stop, deadline, watch, turn);
}
