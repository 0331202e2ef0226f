/** The maximum of Node's timers. */
const LONGEST = 2 ** 31 - 1;

/** Calls back after this many milliseconds, unless the returned function is called first. */
export function later(milliseconds: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, Math.max(0, Math.min(LONGEST, milliseconds)));
  // The task it limits keeps the event loop alive.
  timer.unref();
  return () => clearTimeout(timer);
}
