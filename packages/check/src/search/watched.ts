import type { Rest } from '../clock.js';
import { clock, soon } from '../clock.js';
import type { Stop } from './searching.js';

/** Maximum time that a search runs before other work in this thread gets its turn, in milliseconds. */
const BREATH_MILLISECONDS = 20;

/** Interval at which a waiting search checks whether it should stop, in milliseconds. */
const IDLE_MILLISECONDS = 50;

/** Runs a search to its end, until `deadline` (in terms of `performance.now()`), or until `stop` is set. */
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
