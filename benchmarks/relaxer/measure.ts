import type { Figures } from './paper.js';
import type { Trial } from './trials.js';

/** What trials of a program under a model show together. */
export interface Measured extends Figures {
  readonly trials: number;
  readonly predicted: number;
  /** Which part of the executions that were to have a cycle had it: average over the cycles that were confirmed. */
  readonly share: number | undefined;
  readonly executions: number;
  readonly seconds: number;
  readonly partialInitialisation: boolean;
}

export function measure(trials: readonly Trial[], script: number): Measured {
  const cycles = new Map<string, Trial['cycles'][string][]>();
  for (const [key, found] of trials.flatMap((trial) => Object.entries(trial.cycles))) {
    const known = cycles.get(key);
    if (known === undefined) cycles.set(key, [found]);
    else known.push(found);
  }
  const confirmed = [...cycles.values()].filter((found) => found.some(wasConfirmed));
  return {
    trials: trials.length,
    predicted: cycles.size,
    confirmed: confirmed.length,
    harmful: confirmed.filter((found) => found.some((each) => wasConfirmed(each) && each[1])).length,
    probability: average(confirmed.map((found) => found.filter(wasConfirmed).length / trials.length)),
    share: average(confirmed.map((found) => sum(found.map(([times]) => times)) / (trials.length * script))),
    executions: sum(trials.map((trial) => trial.executions)),
    seconds: sum(trials.map((trial) => trial.seconds)),
    partialInitialisation: trials.some((trial) => trial.partialInitialisation),
  };
}

function wasConfirmed([confirmed]: Trial['cycles'][string]): boolean {
  return confirmed > 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function average(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}
