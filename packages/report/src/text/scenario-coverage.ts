import type { CheckReport } from '../values/report.js';
import { count } from './numbers.js';

/** Which scenarios of a structure were checked, if all were that had to be; undefined: not all, or it is no structure. */
export function scenarioCoverage({ incomplete, scenarios }: CheckReport): string | undefined {
  if (scenarios === undefined) return undefined;
  const { random } = scenarios;
  const extent = `${scenarios.extent}: ${count(scenarios.checked)} of ${count(scenarios.count)}`;
  if (incomplete === null) return `all scenarios ${extent}${alsoRandom(random)}`;
  if (incomplete.stoppedBy !== 'failure') return undefined;
  if (random !== undefined && random.checked > 0) {
    return `all scenarios ${extent}; of ${count(random.count)} random ones ${random.extent}, number ${count(random.checked)} fails`;
  }
  // They are checked in the order of their size.
  return `no smaller scenario fails, of those ${extent}`;
}

/** What follows the extent of all scenarios if there are random ones. */
export function alsoRandom(random: { readonly count: number; readonly extent: string } | undefined): string {
  return random === undefined ? '' : `, and ${count(random.count)} random ones ${random.extent}`;
}
