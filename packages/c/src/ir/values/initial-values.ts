import type { GlobalVariable } from '../races/operations.js';
import { overlap } from '../races/targets.js';
import type { IntegerSet } from '../syntax/integer-sets.js';
import { allIntegers } from '../syntax/integer-sets.js';
import type { Cell } from './cells.js';
import { NOTHING, only, union } from './number-sets.js';

/** Returns what a cell of the variable holds when the program starts. */
export function initialValues({ numbers, bytes: size }: GlobalVariable, { range, bits, isArray }: Cell): IntegerSet {
  if (size === undefined) return allIntegers(bits);
  const { offset, stride, bytes } = range;
  const elements = isArray ? Math.floor(size / stride) : 1;
  let [set, given] = [NOTHING, 0];
  for (const { at, bytes: own, number } of numbers) {
    if (!overlap(range, { offset: at, stride: 0, bytes: own })) continue;
    const isElement = own === bytes && (stride === 0 ? at === offset : (at - offset) % stride === 0);
    if (!isElement || number === undefined) return allIntegers(bits);
    set = union(set, only(BigInt.asIntN(bits, number)));
    given++;
  }
  return given < elements ? union(set, only(0n)) : set;
}
