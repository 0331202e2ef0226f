import type { Instruction } from '../syntax/function.js';
import { allIntegers, both, either, members, sizeOf } from '../syntax/integer-sets.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import type { OpenValueContext, OpenValues } from '../syntax/open-value-context.js';
import { OpenValueUses } from './open-value-uses.js';
import { OpenValueWalk } from './open-value-walk.js';

/** The most values of a range that are tried one by one. */
const MOST = 256n;
/** Values tried if the range is too large. Constants that the program compares with are tried, too. */
const FEW = [0n, 1n, 2n, 3n];
const MOST_COMPARED = 8;

/**
 * Returns the values of `call`, which has `bits` bits, that need to be tried. If the program only compares the value
 * with constants, these are one for each outcome. If it soon assumes that the value is in a small range, they are all
 * of that range. Otherwise they are all values, if these are few.
 */
export function openValues(context: OpenValueContext, call: Instruction, bits: number): OpenValues {
  const uses = new OpenValueUses(context, call, bits);
  const classes = uses.classes();
  if (classes !== undefined) return told(classes, true);
  const { needed, representatives } = new OpenValueWalk(context, call, bits).result();
  if (sizeOf(needed) <= MOST) return told([...members(needed), ...representatives], true);
  const some = [...FEW, ...uses.candidates().slice(0, MOST_COMPARED), ...representatives];
  return told(
    some.filter((value) => sizeOf(both([[value, value]], allIntegers(bits))) === 1n),
    false,
  );
}

function told(values: readonly bigint[], complete: boolean): OpenValues {
  const set = values.reduce<IntegerSet>((all, value) => either(all, [[value, value]]), []);
  const ascending = [...members(set)];
  // Small values make the executions that are easiest to read.
  const ordered = [
    ...ascending.filter((value) => value >= 0n),
    ...ascending.filter((value) => value < 0n).toReversed(),
  ];
  return { values: ordered.map(String), complete };
}
