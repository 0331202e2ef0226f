const targets = new WeakMap<object, object>();

/** Notes what `bind` has bound. */
export function noteBound(bound: object, target: object): void {
  targets.set(bound, target);
}

/** The function that was bound. */
export function boundBy(bound: object): object | undefined {
  return targets.get(bound);
}
