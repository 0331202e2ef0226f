import type { Limit } from '@fencepost/core';
import type { BoundReport, MonitoredExploration } from '@fencepost/explore';
import { plural } from './plural.js';
import type { CheckedModel, Incomplete } from './program-check.js';

export function stoppedAfter(executions: number, model: CheckedModel): Incomplete {
  return {
    stoppedBy: 'executions',
    covered: `the search under ${model} ended after ${plural(executions, 'execution')}`,
  };
}

/** What a search under SC that was bounded or stopped guarantees; null if it was complete. */
export function coverageOf({ complete, bounds = [], sc }: MonitoredExploration, budget: number): Incomplete | null {
  if (complete) return null;
  if (bounds.at(-1)?.covered === 'bound') return { stoppedBy: 'preemptions', covered: allUpTo(bounds.at(-1)!) };
  const last = bounds.findLast(({ covered }) => covered === 'bound');
  const some =
    last === undefined ? 'only some executions under SC were explored' : `${allUpTo(last)}, and some with more`;
  return { stoppedBy: sc.executions >= budget ? 'executions' : 'memory', covered: some };
}

function allUpTo({ preemptions }: BoundReport): string {
  return `all executions under SC with at most ${plural(preemptions, 'preemption')} were explored`;
}

export function stoppedByLimits(limits: readonly Limit[]): Incomplete {
  const covered = limits.map(({ what, bound, advice }) => `${what}: only ${bound} (${advice})`).join(', ');
  return { stoppedBy: 'limits', covered };
}
