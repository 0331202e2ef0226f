import type { Environment } from './environment.js';
import type { MemoryAccess } from './memory-access.js';
import { signatureOf } from './signatures.js';

/**
 * Adds what may hold besides. Alternatives that differ in no constant are joined; all are if there are more than `most`
 * (trace partitioning: Rival, Mauborgne 2007).
 */
export function addAlternative(
  all: Environment[],
  next: Environment,
  result: number,
  most: number,
  memory: MemoryAccess,
): void {
  const signature = most > 1 ? signatureOf(next, [result]) : '';
  const near = most > 1 ? all.findIndex((each) => signatureOf(each, [result]) === signature) : 0;
  const same = all[near];
  if (same !== undefined) all[near] = memory.join(same, next);
  else if (all.length < most) all.push(next);
  else all.splice(0, all.length, joinedAll([...all, next], memory));
}

/** Returns what holds in all of them. */
export function joinedAll([first, ...others]: readonly Environment[], memory: MemoryAccess): Environment {
  return others.reduce((joined, each) => memory.join(joined, each), first!);
}
