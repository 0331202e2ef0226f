import type { Instrumented } from '../ir/syntax/tables.js';
import type { Numbering } from './tables.js';

/** Returns the symbol of the table with the addresses of a module's variables. */
export function globalTable({ globalBase }: Numbering): string {
  return `__fp_globals_${globalBase}`;
}

/**
 * Makes the table of a module without variables internal. Tables are named by their first number, and without variables
 * that is also the first number of the next module.
 */
export function hideEmptyTable({ ll, globals }: Instrumented): string {
  if (globals.length > 0) return ll;
  return ll.replaceAll(/^(@__fp_global(?:s|_count)_\d+ =) constant/gm, '$1 internal constant');
}
