import { factsAbout } from '../../runtime/library.js';

/** Functions compiled from library/sources, and functions that clang calls, which keep no pointer. */
const COMPILED =
  'scanf fscanf sscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc23_scanf __isoc23_fscanf ' +
  '__isoc23_sscanf strcasecmp strncasecmp frexp modf sincos remquo';
const FORGETFUL: ReadonlySet<string> = new Set(COMPILED.split(' '));

/** Called by the compiler for atomics without an instruction: the expected value is an argument of its own. */
const COMPARE_EXCHANGE = /^__atomic_compare_exchange_[1248]$/;

/**
 * Returns whether the library function does not use this argument after it returns. `name` has no `@`. Locks and similar
 * objects do not have this fact although their functions keep no pointer: their state is found by address, and private
 * memory of two threads has the same addresses.
 */
export function forgets(name: string, argument: number): boolean {
  const { forgets: places } = factsAbout(name);
  if (places === 'all' || (places?.includes(argument) ?? false)) return true;
  return FORGETFUL.has(name) || (argument === 1 && COMPARE_EXCHANGE.test(name));
}
