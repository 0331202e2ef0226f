import type { CheckSettings } from '@fencepost/javascript';

/** Reads the arguments of `check` or `linearizable`. */
export type Reading = (given: readonly unknown[]) => GivenCheck;

/** The arguments of `check` that are needed outside of Fencepost's own run of the file. */
export interface GivenCheck {
  readonly name: string;
  readonly settings: CheckSettings;
}

export function givenCheck([name, ...rest]: readonly unknown[]): GivenCheck {
  if (typeof name !== 'string' || typeof rest.at(-1) !== 'function') {
    throw new TypeError("a check has a name and a function: check('the queue is FIFO', (t) => { … })");
  }
  const settings = rest.length > 1 ? rest[0] : {};
  return { name, settings: typeof settings === 'object' && settings !== null ? settings : {} };
}

/**
 * The same for `linearizable`, whose settings come last. The other arguments are validated when the structure is run.
 */
export function givenStructure([name, create, , settings]: readonly unknown[]): GivenCheck {
  if (typeof name !== 'string' || typeof create !== 'function') {
    throw new TypeError(
      "linearizable has a name, a function and operations: linearizable('ring', () => new Ring(), { push: [int(1, 2)], pop: [] })",
    );
  }
  return { name, settings: typeof settings === 'object' && settings !== null ? settings : {} };
}

/** The same for `orders`, which takes what the runner's test takes: its options are not settings. */
export function givenOrders([name, ...rest]: readonly unknown[]): GivenCheck {
  if (typeof name !== 'string' || !rest.some((each) => typeof each === 'function')) {
    throw new TypeError("orders has a name and a function: orders('the last answer is shown', async () => { … })");
  }
  const settings = rest.find((each) => typeof each === 'object' && each !== null);
  return { name, settings: settings ?? {} };
}
