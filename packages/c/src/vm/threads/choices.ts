import type { Limit, Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import type { OpenValues } from '../../ir/syntax/open-value-context.js';
import type { Steps } from '../../runtime/base/services.js';

/** Values chosen for an open value if nothing is known about its uses. */
const SOME_VALUES: OpenValues = { values: ['0', '1', '2', '3'], complete: false };

/** Chooses one of these values by open bits. If other values are possible, it records a limit. */
export function* chooseAmong(
  open: OpenValues = SOME_VALUES,
  bit: (number: number) => Steps<number>,
  limits: Map<string, Limit>,
  site: Site | undefined,
): Steps<bigint> {
  const { values, complete } = open;
  let [from, to] = [0, values.length];
  for (let number = 0; to - from > 1; number++) {
    const middle = (from + to + 1) >> 1;
    if ((yield* bit(number)) === 0) to = middle;
    else from = middle;
  }
  if (!complete) {
    const what = site === undefined ? 'an open value' : `the open value at ${formatSite(site)}`;
    const bound = `the values ${values.join(', ')}`;
    limits.set(what, { what, bound, advice: 'constrain it to a small range with an assumption' });
  }
  return BigInt(values[from]!);
}
