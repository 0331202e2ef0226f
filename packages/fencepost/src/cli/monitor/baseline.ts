import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';

/** Places of a violation and of a race, as reports have them. */
interface KnownPair {
  readonly operation: string;
  readonly write: string;
  readonly count?: number;
}
interface KnownRace {
  readonly first: string;
  readonly second: string;
}

/** The part of a report that a baseline needs. */
interface ReportedRun {
  readonly model: string;
  readonly operations?: number;
  readonly violations: readonly KnownPair[];
  readonly others: readonly KnownPair[];
  readonly races: readonly KnownRace[];
  readonly predicted?: {
    readonly races: readonly KnownRace[];
    readonly deadlocks: readonly { readonly requests: readonly string[] }[];
  };
  readonly excused: { readonly pairs: readonly KnownPair[]; readonly races: readonly KnownRace[] };
}

/** A known pair is reported again if it is this many times as frequent as before… */
const FREQUENT = 10;
/** …and occurs at least this often. */
const LEAST_FREQUENT = 20;

/** Findings of earlier runs, which are not reported again, unless they have become frequent. */
export class Baseline {
  private readonly keys = new Set<string>();
  /** How often a pair occurs per operation, at most. */
  private readonly rates = new Map<string, number>();

  /** `files`: reports of `monitor --format json`. */
  constructor(files: readonly string[]) {
    for (const file of files) {
      for (const { model, operations, violations, others, races, excused, predicted } of runsIn(file)) {
        for (const pair of [...violations, ...others, ...excused.pairs]) this.keys.add(pairKey(model, pair));
        for (const pair of [...violations, ...others]) {
          // Reports of earlier versions have no counts.
          if (pair.count !== undefined && operations) this.noteRate(pairKey(model, pair), pair.count, operations);
        }
        for (const race of [...races, ...excused.races, ...(predicted?.races ?? [])]) this.keys.add(raceKey(race));
        for (const { requests } of predicted?.deadlocks ?? []) this.keys.add(deadlockKey(requests));
      }
    }
  }

  hasPair(model: string, pair: KnownPair): boolean {
    return this.keys.has(pairKey(model, pair));
  }

  hasDeadlock(requests: readonly string[]): boolean {
    return this.keys.has(deadlockKey(requests));
  }

  /**
   * Returns how often a known pair is to be expected among so many operations, if it occurs far more often: an order that
   * was weakened can turn a rare and harmless pair into a frequent one. Otherwise undefined.
   */
  expectedIfFrequent(model: string, pair: KnownPair, operations: number): number | undefined {
    const rate = this.rates.get(pairKey(model, pair));
    const { count = 0 } = pair;
    if (rate === undefined || count < LEAST_FREQUENT) return undefined;
    const expected = Math.ceil(rate * operations);
    return count >= FREQUENT * expected ? expected : undefined;
  }

  private noteRate(key: string, count: number, operations: number): void {
    this.rates.set(key, Math.max(this.rates.get(key) ?? 0, count / operations));
  }

  hasRace(race: KnownRace): boolean {
    return this.keys.has(raceKey(race));
  }
}

function pairKey(model: string, { operation, write }: KnownPair): string {
  return JSON.stringify([model, operation, write]);
}

function raceKey({ first, second }: KnownRace): string {
  return JSON.stringify([first, second].toSorted());
}

function deadlockKey(requests: readonly string[]): string {
  return JSON.stringify(['deadlock', ...requests.toSorted()]);
}

function runsIn(file: string): readonly ReportedRun[] {
  const text = readText(file);
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw notReport(file);
  }
  const runs = (report as { readonly checks?: unknown } | null)?.checks;
  if (!Array.isArray(runs) || !runs.every(isRun)) throw notReport(file);
  return runs;
}

function isRun(run: Partial<ReportedRun> | null): run is ReportedRun {
  const lists = [run?.violations, run?.others, run?.races, run?.excused?.pairs, run?.excused?.races];
  return lists.every((list) => Array.isArray(list));
}

function notReport(file: string): Error {
  return usageError(
    `--baseline ${file} is not a report of a monitor`,
    `write one with: fencepost monitor RECORDING --format json > baseline.json`,
  );
}
