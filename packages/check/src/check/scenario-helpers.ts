import type { Program } from '@fencepost/core';
import { breathing } from '../search/part.js';
import type { CheckOptions } from './check-program.js';
import { Check } from './check-program.js';
import type { CheckedScenario } from './scenario-sum.js';
import { checkedScenario } from './scenario-sum.js';

/** Every `of`-th scenario, from one on, under a model: what one of several helpers checks. Plain data. */
export interface ScenarioShare {
  readonly options: CheckOptions;
  readonly from: number;
  readonly of: number;
}

/** Others who check scenarios, each a share of them. Who was quicker makes no difference: results are asked for in order. */
export interface ScenarioHelpers {
  /** Can they begin? */
  readonly areReady: boolean;
  /** One of them has ended: what is not known yet will not be. */
  readonly haveFailed: boolean;
  /** They check all scenarios from one on. */
  begin(options: CheckOptions, from: number): void;
  /** The result of a scenario, once it is known. */
  resultOf(number: number): CheckedScenario | undefined;
  /** Resolves as soon as there is another result. */
  arrival(): Promise<void>;
  /** Nothing more is needed. */
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
    // Of executions that are not SC, only the first is shown.
    const told = isFailing || !hasViolation ? check : { ...check, violations: [], schedule: null };
    tell(checkedScenario(program, told));
    hasViolation ||= check.robust === false;
    if (isFailing) return;
    if (isDue()) yield;
  }
}
