import type { Stop } from '@fencepost/check';
import { watched as watchedWith } from '@fencepost/check';
import { turn } from '../workers/turn.js';

/** Runs a search to its end, until `deadline` (in terms of `performance.now()`), or until `stop` is set elsewhere. */
export function watched<Progress extends { readonly executions: number; readonly idle?: Promise<void> | undefined }, T>(
  searching: Generator<Progress, T, void>,
  stop: Stop,
  deadline: number,
  watch: (progress: Progress) => void,
): Promise<T> {
  return watchedWith(searching, stop, deadline, watch, turn);
}
