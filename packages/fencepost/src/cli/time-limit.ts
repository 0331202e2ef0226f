/** Returns whether a time limit is over; undefined if there is none. */
export function limitOf(seconds: number | undefined): (() => boolean) | undefined {
  if (seconds === undefined) return undefined;
  const end = performance.now() + 1000 * seconds;
  return () => performance.now() > end;
}
