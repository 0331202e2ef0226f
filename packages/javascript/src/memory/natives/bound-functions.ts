const targets = new WeakMap<object, object>();

/** Records the target of a bound function. */
export function noteBound(bound: object, target: object): void {
  targets.set(bound, target);
}

/** Returns the target of a bound function. */
export function boundBy(bound: object): object | undefined {
  return targets.get(bound);
}
