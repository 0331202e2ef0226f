import { formatSite } from '@fencepost/core';
import { current } from './current.js';

/**
 * Code runs that is not instrumented and may access shared memory: the verdict does not cover it. `what`: a sentence
 * without its end.
 */
export function noteUnseen(what: string, hint: string): void {
  const { world, site } = current;
  if (world === undefined || world.role.kind === 'after') return;
  const place = world.context.siteOf(site);
  const where = place === undefined ? '' : ` at ${formatSite(place)}`;
  world.context.unseen.add(`${what}${where}: what it does to shared memory is not seen (${hint})`);
}

/** How many calls of functions that are not instrumented are under way. */
export const foreignCalls = { depth: 0 };

/** Code that is not instrumented makes shared memory. */
export function noteForeignMemory(): void {
  noteUnseen('code that is not instrumented makes shared memory', 'instrument the package, or give it memory of yours');
}
