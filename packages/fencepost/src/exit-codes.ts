/** The run completed without findings, and the results match the expectations. */
export const OK = 0;
/** A failure or an SC violation; results that differ from the expected ones. */
export const FOUND = 1;
/** The command line or an input file is wrong. */
export const INPUT_ERROR = 2;
/** Nothing was found, but not everything was explored. */
export const INCONCLUSIVE = 3;
/** A bug in Fencepost. */
export const INTERNAL_ERROR = 4;

/** The signals that request termination, and their numbers. */
export const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Returns the exit code for a run ended by a signal before it had a result, or by a second signal: numbered as in
 * shells.
 */
export function exitCodeOfSignal(signal: keyof typeof SIGNALS): number {
  return 128 + SIGNALS[signal];
}
