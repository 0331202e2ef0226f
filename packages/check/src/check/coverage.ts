import type { Limit, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, modelNamed } from '@fencepost/core';
import type { MonitoredExploration } from '@fencepost/explore';
import type { Incomplete } from '@fencepost/report';
import { NOT_STARTED, counted } from '@fencepost/report';
import type { GraphSearch } from '../search/graph-search.js';
import type { Stop } from '../search/searching.js';

/** Executions that take at most this long are sampled for an estimate, even if a user is waiting. */
const QUICK_SECONDS = 0.02;

/** Returns the coverage of an incomplete graph search; null if it was complete. */
export function coverageOfGraphs(search: GraphSearch, { reason }: Stop): Incomplete | null {
  if (search.isExhaustive) return null;
  const { model, spent, preemptions } = search;
  if (search.complete && preemptions !== undefined) {
    return { stoppedBy: 'preemptions', covered: allUpTo(preemptions, model), estimate: null };
  }
  const explored = counted(search.total + search.blocked, 'execution');
  if (reason === undefined && !spent) {
    return { stoppedBy: 'failure', covered: 'the search stopped early because executions fail', estimate: null };
  }
  // A user who stopped the search should not have to wait for an estimate, which samples some executions.
  const secondsEach = search.seconds / Math.max(1, search.executions + search.blocked);
  if (search.executions > 0 && (reason !== 'interrupt' || secondsEach < QUICK_SECONDS)) search.sample();
  const isBegun = search.executions + search.blocked > 0;
  const before = preemptions === undefined || preemptions === 0 ? undefined : allUpTo(preemptions - 1, model);
  const unbounded = isBegun ? `the search under ${model} ended after ${explored}` : NOT_STARTED;
  const covered = before === undefined ? unbounded : `${before}, and some with more`;
  // If every execution of a search was cut off, there is no estimate.
  return { stoppedBy: reason ?? 'executions', covered, estimate: search.estimatedTotal ?? null };
}

/** Returns the guarantee of a bounded or stopped search under SC; null if it was complete. */
export function coverageOf(
  { complete, bounds = [], sc }: MonitoredExploration,
  budget: number,
  { reason }: Stop,
): Incomplete | null {
  if (complete) return null;
  if (bounds.at(-1)?.covered === 'bound') {
    return { stoppedBy: 'preemptions', covered: allUpTo(bounds.at(-1)!.preemptions), estimate: null };
  }
  const last = bounds.findLast(({ covered }) => covered === 'bound');
  const some =
    last === undefined
      ? 'only some executions under SC were explored'
      : `${allUpTo(last.preemptions)}, and some with more`;
  const stoppedBy = reason ?? (sc.executions >= budget ? 'executions' : 'memory');
  return { stoppedBy, covered: some, estimate: null };
}

function allUpTo(preemptions: number, model: ModelName = REFERENCE_MODEL): string {
  const name = modelNamed(model).title;
  return `all executions under ${name} with at most ${counted(preemptions, 'preemption')} were explored`;
}

/** Describes a bound that was hit. */
export function limitText({ what, bound, advice, isUnseen }: Limit): string {
  return isUnseen ? what : `${what}: only ${bound} (${advice})`;
}

/** Adds the bounds of the program that were hit to the coverage of a search. */
export function withinLimits(limits: readonly Limit[], incomplete: Incomplete | null): Incomplete {
  const hit = limits.map(limitText).join(', ');
  // If bounds cut off every execution, they are the reason why none finished.
  if (incomplete === null || incomplete.stoppedBy === 'no end') {
    const stoppedBy = limits.every(({ isUnseen }) => isUnseen) ? 'unseen' : 'limits';
    return { stoppedBy, covered: hit, estimate: null };
  }
  return incomplete.stoppedBy === 'failure' ? incomplete : { ...incomplete, covered: `${incomplete.covered}; ${hit}` };
}
