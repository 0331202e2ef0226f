import type { CounterValue } from '../world/current.js';

/** The counters of a loop at two consecutive heads. */
export interface CountedRound {
  /** By counter: what the iteration has added to it. */
  readonly steps: readonly number[];
  /** How many more such iterations compare them as this one did. */
  readonly left: number;
}

/** Undefined: one of them is no whole number, or what it is compared with has changed. */
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
 * An iteration compares a counter before it is stepped, or after: here with the values `last` and `last + step`. How
 * many more iterations find both on the same side of the limit as this one did?
 */
function stepsBefore(limit: number, last: number, step: number): number {
  // Nothing compares with NaN.
  if (Number.isNaN(limit)) return Infinity;
  const distance = (limit - last) * Math.sign(step);
  if (distance < 0) return Infinity;
  return Math.max(0, Math.ceil(distance / Math.abs(step)) - 2);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
