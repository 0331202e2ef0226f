// Browsers and Node have the same clocks, but no shared type declarations.
const { performance, process, setTimeout, clearTimeout } = globalThis as unknown as {
  readonly performance: { now(): number };
  /** In Node only. */
  readonly process?: { cpuUsage?(): { readonly user: number; readonly system: number } };
  readonly setTimeout: (callBack: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
};

/** Returns the time in milliseconds since some fixed moment. */
export function clock(): number {
  return performance.now();
}

/** Returns the CPU time that all threads have used, in milliseconds; where it is not known, the time. */
export function cpuClock(): number {
  const used = process?.cpuUsage?.();
  return used === undefined ? clock() : (used.user + used.system) / 1000;
}

/** Returns true once `milliseconds` have passed since it last did, or since `last`. */
export function every(milliseconds: number, last = clock()): () => boolean {
  return () => {
    const now = clock();
    if (now - last < milliseconds) return false;
    last = now;
    return true;
  };
}

/**
 * Yields to the event loop, so that messages arrive and other work in this thread runs. Node and browsers differ in
 * how.
 */
export type Rest = () => Promise<void>;

/** Waits for the promise, but no longer than this. */
export async function soon(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: unknown;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
