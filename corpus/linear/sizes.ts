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
  /** CPU time for these, all models together. */
  readonly seconds: number;
  /** The same for one call more and so on, at the rate at which it grew. */
  readonly estimates: readonly { readonly calls: number; readonly seconds: number }[];
}

const MODELS = ['sc', 'tso', 'rc11'] as const;

/** Checks larger and larger scenarios, up to a number of calls, or until it has taken so many seconds of CPU time. */
export async function reach(
  { file, flags = [] }: LinearStructure,
  threads: number,
  calls: number,
  seconds: number,
): Promise<Reached> {
  let before = 0;
  let reached: Reached = { threads, calls: 0, checks: [], seconds: 0, estimates: [] };
  for (let size = 2; size <= calls; size++) {
    const start = process.cpuUsage();
    const checks = await examine({ file, flags, calls: size, threads, models: MODELS, seconds: 20 * seconds });
    // What the thread used that has just ended is known a little later.
    await pause(20);
    const { user, system } = process.cpuUsage(start);
    const used = (user + system) / 1e6;
    if (checks.some(({ scenarios }) => scenarios!.checked < scenarios!.count)) break;
    const growth = before === 0 ? 10 : Math.max(2, used / before);
    const estimates = Array.from({ length: calls - size }, (_, i) => ({
      calls: size + i + 1,
      seconds: used * growth ** (i + 1),
    }));
    reached = { threads, calls: size, checks, seconds: used, estimates };
    before = used;
    if (used * growth > seconds) break;
  }
  return reached;
}
