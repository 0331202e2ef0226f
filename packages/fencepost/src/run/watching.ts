import type { Stop } from '@fencepost/check';

/** A search runs this long at most before signals and timers get a turn. */
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
): Promise<T> {
  let rested = performance.now();
  for (;;) {
    const { done, value } = searching.next();
    if (done === true) return value;
    const { idle } = value;
    watch(idle === undefined ? value : { ...value, idle: undefined });
    const now = performance.now();
    if (now >= deadline) stop.reason ??= 'time';
    if (idle !== undefined) await within(idle, IDLE_MILLISECONDS);
    else if (now - rested >= BREATH_MILLISECONDS) await new Promise((resolve) => setImmediate(resolve));
    else continue;
    rested = performance.now();
  }
}

/** Waits for it, but not longer than this. */
async function within(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
