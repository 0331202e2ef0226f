/** Repeats earlier notes. */
export type NoteAgain = () => void;

/**
 * A front end notes events of threads other than operations, such as hitting a bound. Runs the threads, and returns a
 * function that repeats the notes when the same steps are reused; undefined if there are none.
 */
export type Noting = (run: () => void) => NoteAgain | undefined;

/** `taken` removes all notes so far, and returns a function that repeats them. */
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
