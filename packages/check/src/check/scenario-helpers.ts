import type { Program } from '@fencepost/core';
import { breathing } from '../search/part.js';
import type { CheckOptions } from './check-program.js';
import { Check } from './check-program.js';
import type { CheckedScenario } from './scenario-sum.js';
import { checkedScenario } from './scenario-sum.js';

/** Every `of`-th scenario, starting with `from`, under a model: the share of one of several helpers. Plain data. */
export interface ScenarioShare {
  readonly options: CheckOptions;
  readonly from: number;
  readonly of: number;
}

/**
 * Helpers that check scenarios, each a share of them. Their speed makes no difference: results are consumed in order.
 */
export interface ScenarioHelpers {
  /** Whether they can begin. */
  readonly areReady: boolean;
  /** Whether one of them has ended. Missing results will not arrive. */
  readonly haveFailed: boolean;
  /** Makes the helpers check all scenarios starting with `from`. */
  begin(options: CheckOptions, from: number): void;
  /** Returns the result of a scenario, once it is known. */
  resultOf(number: number): CheckedScenario | undefined;
  /** Resolves when another result arrives. */
  arrival(): Promise<void>;
  /** Stops the helpers. No further results are needed. */
  recall(): void;
}

/** Checks a share until a scenario fails, in steps. */
export function* checkingShare(
  { scenarios }: Program,
  { options, from, of }: ScenarioShare,
  tell: (checked: CheckedScenario) => void,
): Generator<void, void, void> {
  const isDue = breathing();
  let hasViolation = false;
  for (const program of scenarios!.programs((number) => number >= from && (number - from) % of === 0)) {
    const searching = new Check(program, options, { reason: undefined }).run();
    let step = searching.next();
    for (; step.done !== true; step = searching.next()) if (isDue()) yield;
    const check = step.value[0]!;
    const isFailing = check.verdict === 'failing';
    // Only the first execution that is not SC is shown.
    const told = isFailing || !hasViolation ? check : { ...check, violations: [], schedule: null };
    tell(checkedScenario(program, told));
    hasViolation ||= check.robust === false;
    if (isFailing) return;
    if (isDue()) yield;
  }
}
