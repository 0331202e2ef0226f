import type { Decided, ObservedCall, Value } from './observed-call.js';
import { EXPLAINED } from './observed-call.js';
import type { SearchLimit } from './search.js';
import type { HistorySpecification } from './specifications.js';

/**
 * Decides whether a sequential order of the calls explains their results and has each call after those that ended
 * before it began. Objects with different keys do not depend on each other: a history is linearizable if and only if
 * that of each object is (Herlihy and Wing, 1990).
 */
export function decideHistory(
  calls: readonly ObservedCall[],
  specification: HistorySpecification,
  limit: SearchLimit,
): Decided {
  if (!specification.isKeyed) return specification.decide(calls, limit);
  const objects = new Map<Value, ObservedCall[]>();
  for (const call of calls) {
    const [key = null, ...given] = call.given;
    const own = objects.get(key);
    if (own === undefined) objects.set(key, [{ ...call, given }]);
    else own.push({ ...call, given });
  }
  let isCutOff = false;
  for (const own of objects.values()) {
    const decided = specification.decide(own, limit);
    if (decided.violation !== undefined) return decided;
    isCutOff ||= decided.isCutOff === true;
  }
  return isCutOff ? { isCutOff } : EXPLAINED;
}
