import type { Rest } from '../clock.js';
import { clock, soon } from '../clock.js';
import type { Stop } from './searching.js';

/** A search runs this long at most before everything else in this thread has its turn. */
const BREATH_MILLISECONDS = 20;

/** A search that waits for others looks this often whether it is to stop. */
const IDLE_MILLISECONDS = 50;

/** Watches a search to its end, or until `deadline` (as `performance.now()` counts) or whoever else sets `stop`. */
export async function watched<
  Progress extends { readonly executions: number; readonly idle?: Promise<void> | undefined },
  T,
>(
  searching: Generator<Progress, T, void>,
  stop: Stop,
  deadline: number,
  watch: (progress: Progress) => void,
  rest: Rest,
): Promise<T> {
  let rested = clock();
  for (;;) {
    const { done, value } = searching.next();
    if (done === true) return value;
    const { idle } = value;
    watch(idle === undefined ? value : { ...value, idle: undefined });
    const now = clock();
    if (now >= deadline) stop.reason ??= 'time';
    if (idle !== undefined) await soon(idle, IDLE_MILLISECONDS);
    else if (now - rested >= BREATH_MILLISECONDS) await rest();
    else continue;
    rested = clock();
  }
}
