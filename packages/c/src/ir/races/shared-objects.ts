import type { PointsTo } from './points-to.js';
import type { Targets } from './targets.js';

/** Returns the objects that several threads may access: what variables, arguments and results of threads lead to. */
export function sharedObjects(pointsTo: PointsTo): ReadonlySet<number> {
  const shared = new Set<number>();
  const share = ({ objects }: Targets): void => {
    for (const number of objects.keys()) shared.add(number);
  };
  for (const { number, variable, kind } of pointsTo.objects) {
    if (kind === 'outside' || (variable !== undefined && !variable.isThreadLocal)) shared.add(number);
  }
  for (const thread of pointsTo.contexts.threads) {
    share(pointsTo.results(thread));
    share(pointsTo.argument(thread));
  }
  for (const number of shared) pointsTo.memory.contents(number).forEach(share);
  return shared;
}
