/** What a check of the end names, besides globals. */
export interface OuterNames {
  readonly constants: () => readonly unknown[];
  readonly imports: () => readonly unknown[];
}

const names = new WeakMap<object, OuterNames>();

/** Notes what a check of the end names (see `INSTRUMENTS`). */
export function closed<T extends object>(
  check: T,
  constants: OuterNames['constants'],
  imports: OuterNames['imports'],
): T {
  names.set(check, { constants, imports });
  return check;
}

/** Undefined: it may name anything. */
export function outerNamesOf(check: object): OuterNames | undefined {
  return names.get(check);
}
