import type { CheckSettings } from '@fencepost/javascript';

/** What matters of the arguments of `check` outside of Fencepost's own run of the file. */
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
