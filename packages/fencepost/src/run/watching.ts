import type { Stop } from '@fencepost/check';

/** A search runs this long at most before signals and timers get a turn. */
const BREATH_MILLISECONDS = 20;

/** Watches a search to its end, or until `deadline` (as `performance.now()` counts) or whoever else sets `stop`. */
export async function watched<Progress, T>(
  searching: Generator<Progress, T, void>,
  stop: Stop,
  deadline: number,
  watch: (progress: Progress) => void,
): Promise<T> {
  let rested = performance.now();
  for (;;) {
    const { done, value } = searching.next();
    if (done === true) return value;
    watch(value);
    const now = performance.now();
    if (now >= deadline) stop.reason ??= 'time';
    if (now - rested < BREATH_MILLISECONDS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    rested = performance.now();
  }
}
