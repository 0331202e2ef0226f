/** The names that a check of the end uses, apart from globals. */
export interface OuterNames {
  readonly constants: () => readonly unknown[];
  readonly imports: () => readonly unknown[];
}

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- the way to put private fields on other objects
class Itself {
  constructor(object: object) {
    return object;
  }
}

/** A private field on checks. A WeakMap would keep the world of each check alive until a major garbage collection. */
class Closed extends Itself {
  readonly #names: OuterNames;

  constructor(check: object, names: OuterNames) {
    super(check);
    this.#names = names;
  }

  static names(check: object): OuterNames | undefined {
    return #names in check ? check.#names : undefined;
  }
}

/** Records the names that a check of the end uses (see `INSTRUMENTS`). */
export function closed<T extends object>(
  check: T,
  constants: OuterNames['constants'],
  imports: OuterNames['imports'],
): T {
  new Closed(check, { constants, imports });
  return check;
}

/** Returns undefined if the check may use any name. */
export function outerNamesOf(check: object): OuterNames | undefined {
  return Closed.names(check);
}
