import { formatSite } from '@fencepost/core';
import { current } from './current.js';

/**
 * Notes that code runs that is not instrumented and may access shared memory: the verdict does not cover it. `what`: a
 * sentence without its end.
 */
export function noteUnseen(what: string, hint: string): void {
  const { world, site } = current;
  if (world === undefined || world.role.kind === 'after') return;
  const place = world.context.siteOf(site);
  const where = place === undefined ? '' : ` at ${formatSite(place)}`;
  world.context.unseen.add(`${what}${where}: its accesses to shared memory are not observed (${hint})`);
}

/** Number of active calls of functions that are not instrumented. */
export const foreignCalls = { depth: 0 };

/** Notes that code that is not instrumented creates shared memory. */
export function noteForeignMemory(): void {
  noteUnseen(
    'uninstrumented code creates shared memory',
    'instrument the package, or pass memory that your code created',
  );
}
