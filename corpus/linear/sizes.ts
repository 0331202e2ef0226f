import { setTimeout as pause } from 'node:timers/promises';
import type { CheckReport } from 'fencepost';
import type { LinearStructure } from './structures.js';
import { examine } from './run.js';

/** How far the scenarios of a structure were checked under SC, TSO and RC11 within a time. */
export interface Reached {
  readonly threads: number;
  /** The largest number of calls of which all scenarios were checked. */
  readonly calls: number;
  readonly checks: readonly CheckReport[];
  /** CPU time for these, by model. */
  readonly seconds: readonly number[];
  /** The same for one call more and so on, at the rate at which it grew. */
  readonly estimates: readonly { readonly calls: number; readonly seconds: number }[];
}

export const MODELS = ['sc', 'tso', 'rc11'] as const;

/** Scenarios are checked side by side. */
const JOBS = 2;

/** Checks larger and larger scenarios, up to a number of calls, or until it has taken so many seconds of CPU time. */
export async function reach(
  { file, flags = [] }: LinearStructure,
  threads: number,
  calls: number,
  budget: number,
): Promise<Reached> {
  let before = 0;
  let reached: Reached = { threads, calls: 0, checks: [], seconds: [], estimates: [] };
  for (let size = 2; size <= calls; size++) {
    const checks: CheckReport[] = [];
    const seconds: number[] = [];
    for (const model of MODELS) {
      const start = process.cpuUsage();
      const examined = { file, flags, calls: size, threads, models: [model], seconds: 20 * budget, jobs: JOBS };
      checks.push(...(await examine(examined)));
      // What the threads used that have just ended is known a little later.
      await pause(20);
      const { user, system } = process.cpuUsage(start);
      seconds.push((user + system) / 1e6);
    }
    const used = seconds.reduce((a, b) => a + b, 0);
    if (checks.some(({ verdict }) => verdict === 'failing')) return { ...reached, calls: size, checks, seconds };
    if (checks.some(({ scenarios }) => scenarios!.checked < scenarios!.count)) break;
    // Two sizes are needed to know how it grows.
    const growth = before === 0 ? undefined : Math.max(2, used / before);
    const larger = growth === undefined ? [] : Array.from({ length: calls - size }, (_, i) => size + i + 1);
    const estimates = larger.map((each) => ({ calls: each, seconds: used * growth! ** (each - size) }));
    reached = { threads, calls: size, checks, seconds, estimates };
    before = used;
    if (used * (growth ?? 1) > budget) break;
  }
  return reached;
}
