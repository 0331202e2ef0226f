import { isAtomic } from '../executions/event.js';
import type { Execution } from '../executions/execution.js';
import type { Relation } from '../relations/relation.js';
import { seq, union } from '../relations/relation.js';

/**
 * Returns the accesses of two threads to one location, one of them a write and one of them plain, that hb does not
 * order.
 */
export function plainRaces(x: Execution, hb: Relation): Relation {
  const M = x.ofThreads((e) => e.reads || e.writes);
  const W = x.ofThreads((e) => e.writes);
  const A = x.where(isAtomic);
  const all = x.loc.intersect(x.ext);
  const conflicts = union(seq(W, all, M), seq(M, all, W));
  return conflicts.minus(union(hb, hb.transpose(), seq(A, conflicts, A)));
}
