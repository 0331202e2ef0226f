import type { CounterValue } from '../world/running/current.js';

/** The counters of a loop at two consecutive heads. */
export interface CountedRound {
  /** By counter: the change in this iteration. */
  readonly steps: readonly number[];
  /** Number of further such iterations whose comparisons have the same results. */
  readonly left: number;
}

/** Returns undefined if a counter is not an integer, or a limit has changed. */
export function countedRound(before: readonly CounterValue[], now: readonly CounterValue[]): CountedRound | undefined {
  const steps: number[] = [];
  let left = Infinity;
  for (const [i, { value, limits }] of now.entries()) {
    const last = before[i]!;
    if (!isWhole(value) || !isWhole(last.value)) return undefined;
    if (!limits.every((limit, k) => typeof limit === 'number' && Object.is(limit, last.limits[k]))) return undefined;
    const step = value - last.value;
    steps.push(step);
    if (step === 0) continue;
    for (const limit of limits as readonly number[]) left = Math.min(left, stepsBefore(limit, last.value, step));
  }
  return { steps, left };
}

/**
 * Returns the number of further iterations whose comparisons have the same result. An iteration compares a counter
 * before or after it is stepped: here with the values `last` and `last + step`.
 */
function stepsBefore(limit: number, last: number, step: number): number {
  // All comparisons with NaN are false.
  if (Number.isNaN(limit)) return Infinity;
  const distance = (limit - last) * Math.sign(step);
  if (distance < 0) return Infinity;
  return Math.max(0, Math.ceil(distance / Math.abs(step)) - 2);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
