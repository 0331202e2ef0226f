import type { CheckReport } from '../values/report.js';
import { count } from './numbers.js';

/** Which scenarios of a structure were checked, if all were that had to be; undefined: not all, or it is no structure. */
export function scenarioCoverage({ incomplete, scenarios }: CheckReport): string | undefined {
  if (scenarios === undefined) return undefined;
  const extent = `${scenarios.extent}: ${count(scenarios.checked)} of ${count(scenarios.count)}`;
  if (incomplete === null) return `all scenarios ${extent}`;
  // They are checked in the order of their size.
  return incomplete.stoppedBy === 'failure' ? `no smaller scenario fails, of those ${extent}` : undefined;
}
