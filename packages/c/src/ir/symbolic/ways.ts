import { compare } from './choices.js';
import { constant } from './linear.js';
import type { At, Decoded, Machine } from './machine.js';
import type { Operand } from './operands.js';
import type { State } from './state.js';
import { asNumber } from './values.js';

/** An instruction that other threads cannot see, with one way to go on. */
export function own(execute: (at: At, machine: Machine) => void): Decoded {
  return forking((at, machine) => {
    execute(at, machine);
    return undefined;
  });
}

/** An instruction that other threads cannot see. */
export function forking(execute: Decoded['execute']): Decoded {
  return { isVisible: () => false, isPossible: () => true, execute };
}

/** Goes on in both ways, as far as the value can be true or false. */
export function decided(
  at: At,
  machine: Machine,
  condition: Operand,
  apply: (at: At, holds: boolean) => void,
): State[] | undefined {
  const { term } = asNumber(condition(at.frame));
  if (term.parts.length === 0) {
    apply(at, term.constant !== 0n);
    return undefined;
  }
  return machine.choose(at, compare(at.state.condition, 'ne', term, constant(0n)), apply);
}
