import { inspect } from 'node:util';
import type { RepairCosts } from '@fencepost/check';
import { DEFAULT_COSTS } from '@fencepost/check';
import { usageError } from '../errors.js';
import { choose } from '@fencepost/options';
import type { Kind } from '@fencepost/options';

const NAMES = Object.keys(DEFAULT_COSTS) as readonly (keyof RepairCosts)[];
const MOST = 1000;

/** Costs of repairs as `full-fence=8,order=2`; in a configuration, an object. */
export const repairCosts: Kind<Partial<RepairCosts>> = {
  argument: 'COSTS',
  toTexts: (value) => [
    Object.entries(value as object)
      .map((each) => each.join('='))
      .join(','),
  ],
  schema: () => ({
    type: 'object',
    properties: Object.fromEntries(NAMES.map((name) => [name, { type: 'integer', minimum: 1, maximum: MOST }])),
    additionalProperties: false,
  }),
  fromText: ([text], flag) =>
    costsOf(
      text!.split(',').map((each): [string, unknown] => {
        const [name, cost = ''] = each.split('=');
        return [name!, /^\d+$/.test(cost) ? Number(cost) : cost];
      }),
      `--${flag}`,
    ),
  fromValue: (value, key) => {
    if (typeof value === 'object' && value !== null) return costsOf(Object.entries(value), key);
    throw usageError(`${key} must be an object of costs, not ${inspect(value)}`);
  },
};

function costsOf(entries: readonly (readonly [string, unknown])[], where: string): Partial<RepairCosts> {
  return Object.fromEntries(
    entries.map(([name, cost]) => {
      const known = choose(name, NAMES, 'cost');
      if (Number.isInteger(cost) && Number(cost) >= 1 && Number(cost) <= MOST) return [known, cost];
      throw usageError(
        `${where}: ${name} costs a whole number from 1 to ${MOST}, not ${inspect(cost)}`,
        '--cost full-fence=8,order=2',
      );
    }),
  );
}
