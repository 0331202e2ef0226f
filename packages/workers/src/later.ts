/** The most that Node's timers take. */
const LONGEST = 2 ** 31 - 1;

/** Calls back after so many milliseconds, unless the function that it returns is called before. */
export function later(milliseconds: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, Math.max(0, Math.min(LONGEST, milliseconds)));
  // Whoever waits for what it ends keeps the process alive.
  timer.unref();
  return () => clearTimeout(timer);
}
