/** Runs a search in steps to its end, and returns its result; `watch` sees what it says on the way. */
export function toTheEnd<Step, T>(steps: Generator<Step, T, void>, watch?: (step: Step) => void): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    watch?.(value);
  }
}
