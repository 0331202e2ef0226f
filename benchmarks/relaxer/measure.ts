import type { Program } from '@fencepost/core';
import { LocalStates, beginningAgain } from '@fencepost/core';
import type { ActiveOptions, ActiveResult, CycleResult } from '@fencepost/explore';
import { testActively, toTheEnd } from '@fencepost/explore';
import type { Figures } from './paper.js';

export interface MeasureOptions extends Pick<ActiveOptions, 'model'> {
  readonly seed: number;
  readonly trials: number;
  /** Executions of a trial, for each cycle. */
  readonly script: number;
}

export interface Measured extends Figures {
  readonly predicted: number;
  /** Which part of the executions that were to have a cycle had it: average over the cycles that were confirmed. */
  readonly share: number | undefined;
  readonly executions: number;
  readonly seconds: number;
  readonly results: readonly ActiveResult[];
}

/**
 * Trials as in 004, where one is a script of executions, of which one has the cycle or none has. Active testing learns from the
 * executions for a cycle how to make it happen, so each trial begins anew: then trials are independent.
 */
export function measure(program: Program, { model, seed, trials, script }: MeasureOptions): Measured {
  const begin = performance.now();
  const results = beginningAgain(() => {
    const states = new LocalStates(program);
    return Array.from({ length: trials }, (_, trial) =>
      toTheEnd(testActively(states, { model, seed: seed * trials + trial, trialsPerCycle: script })),
    );
  });
  const cycles = new Map<string, CycleResult[]>();
  for (const each of results.flatMap((result) => result.cycles.filter(({ predicted }) => predicted))) {
    const key = each.labels.join();
    cycles.set(key, [...(cycles.get(key) ?? []), each]);
  }
  const confirmed = [...cycles.values()].filter((found) => found.some(wasConfirmed));
  return {
    predicted: cycles.size,
    confirmed: confirmed.length,
    harmful: confirmed.filter((found) => found.some((each) => wasConfirmed(each) && each.harmful.length > 0)).length,
    probability: average(confirmed.map((found) => found.filter(wasConfirmed).length / trials)),
    share: average(confirmed.map((found) => sum(found.map((each) => each.confirmed)) / (trials * script))),
    executions: sum(results.map((result) => result.executions)),
    seconds: (performance.now() - begin) / 1000,
    results,
  };
}

function wasConfirmed({ confirmed }: CycleResult): boolean {
  return confirmed > 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function average(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}
