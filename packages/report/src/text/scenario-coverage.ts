import type { CheckReport } from '../values/report.js';
import { count } from './numbers.js';

/**
 * Describes which scenarios of a structure were checked, if all required ones were; undefined otherwise, or if it is no
 * structure.
 */
export function scenarioCoverage({ incomplete, scenarios }: CheckReport): string | undefined {
  if (scenarios === undefined) return undefined;
  const { random } = scenarios;
  const extent = `${scenarios.extent}: ${count(scenarios.checked)} of ${count(scenarios.count)}`;
  if (incomplete === null) return `all scenarios ${extent}${alsoRandom(random)}`;
  if (incomplete.stoppedBy !== 'failure') return undefined;
  if (random !== undefined && random.checked > 0) {
    return `all scenarios ${extent}; of ${count(random.count)} random ones ${random.extent}, number ${count(random.checked)} fails`;
  }
  // Scenarios are checked in the order of their size.
  const { checked, count: all } = scenarios;
  return `this is a smallest failing scenario (${count(checked)} of ${count(all)} checked, ${scenarios.extent})`;
}

/** Returns the words for random scenarios, which follow the extent of all scenarios. */
export function alsoRandom(random: { readonly count: number; readonly extent: string } | undefined): string {
  return random === undefined ? '' : `, and ${count(random.count)} random ones ${random.extent}`;
}
