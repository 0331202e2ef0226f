/** Runs a generator to its end and returns its result. `watch` receives the yielded values. */
export function toTheEnd<Step, T>(steps: Generator<Step, T, void>, watch?: (step: Step) => void): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    watch?.(value);
  }
}
