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

/** A known pair is reported again if it is this many times as frequent as in all earlier runs together… */
const FREQUENT = 10;
/** …this many times as frequent as in any one of them… */
const MORE_FREQUENT = 3;
/** …and occurs at least this often. */
const LEAST_FREQUENT = 20;

/** How often a pair occurs: in all runs together, and per operation in the run in which it is most frequent. */
interface Frequency {
  count: number;
  most: number;
}

/** Findings of earlier runs, which are not reported again, unless they have become frequent. */
export class Baseline {
  private readonly keys = new Set<string>();
  private readonly frequencies = new Map<string, Frequency>();
  /** By model: the operations of all runs. */
  private readonly operations = new Map<string, number>();

  /** `files`: reports of `monitor --format json`. */
  constructor(files: readonly string[]) {
    for (const file of files) {
      for (const { model, operations, violations, others, races, excused, predicted } of runsIn(file)) {
        for (const pair of [...violations, ...others, ...excused.pairs]) this.keys.add(pairKey(model, pair));
        if (operations) this.noteCounts(model, operations, [...violations, ...others]);
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
    const frequency = this.frequencies.get(pairKey(model, pair));
    const { count = 0 } = pair;
    if (frequency === undefined || count < LEAST_FREQUENT) return undefined;
    const expected = Math.ceil((frequency.count / this.operations.get(model)!) * operations);
    const most = Math.ceil(frequency.most * operations);
    return count >= FREQUENT * expected && count >= MORE_FREQUENT * most ? expected : undefined;
  }

  /** Reports of earlier versions have no counts. */
  private noteCounts(model: string, operations: number, pairs: readonly KnownPair[]): void {
    if (pairs.some(({ count }) => count === undefined)) return;
    this.operations.set(model, (this.operations.get(model) ?? 0) + operations);
    for (const pair of pairs) {
      const key = pairKey(model, pair);
      const { count = 0, most = 0 } = this.frequencies.get(key) ?? {};
      this.frequencies.set(key, { count: count + pair.count!, most: Math.max(most, pair.count! / operations) });
    }
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
