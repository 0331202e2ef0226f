/** Notes what was noted before. */
export type NoteAgain = () => void;

/**
 * A front end notes what threads do besides operations, such as that they hit a bound. This runs them, and tells what to call
 * where the same is done again; undefined: nothing was noted.
 */
export type Noting = (run: () => void) => NoteAgain | undefined;

/** `taken` takes away all that was noted so far, and tells how to note it again. */
export function notingBy(taken: () => NoteAgain | undefined): Noting {
  return (run) => {
    const before = taken();
    try {
      run();
    } catch (error) {
      before?.();
      throw error;
    }
    const noted = taken();
    before?.();
    noted?.();
    return noted;
  };
}
