/** The maximum of Node's timers. */
const LONGEST = 2 ** 31 - 1;

/** Calls back after this many milliseconds, unless the returned function is called first. */
export function later(milliseconds: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, Math.max(0, Math.min(LONGEST, milliseconds)));
  // The task it limits keeps the event loop alive.
  timer.unref();
  return () => clearTimeout(timer);
}

/** Not more than this many times the time allowed: a thread may wait for ever without computing. */
const MOST_PATIENCE = 10;
const LEAST_MS = 10;

/**
 * The same for a grace period, which also lasts until this process has computed for as long: on a busy machine, a thread
 * that is slow to answer is not yet one that does not respond.
 */
export function laterByCpu(milliseconds: number, callBack: () => void): () => void {
  const end = performance.now() + MOST_PATIENCE * milliseconds;
  const before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const left = milliseconds - (user + system) / 1000;
    if (left <= 0 || performance.now() >= end) callBack();
    else stop = later(Math.max(left, LEAST_MS), look);
  };
  let stop = later(milliseconds, look);
  return () => stop();
}
