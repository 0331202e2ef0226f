import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';

/** Places of a violation and of a race, as reports have them. */
interface KnownPair {
  readonly operation: string;
  readonly write: string;
}
interface KnownRace {
  readonly first: string;
  readonly second: string;
}

/** The part of a report that a baseline needs. */
interface ReportedRun {
  readonly model: string;
  readonly violations: readonly KnownPair[];
  readonly others: readonly KnownPair[];
  readonly races: readonly KnownRace[];
  readonly excused: { readonly pairs: readonly KnownPair[]; readonly races: readonly KnownRace[] };
}

/** Findings of earlier runs, which are not reported again. */
export class Baseline {
  private readonly keys = new Set<string>();

  /** `files`: reports of `monitor --format json`. */
  constructor(files: readonly string[]) {
    for (const file of files) {
      for (const { model, violations, others, races, excused } of runsIn(file)) {
        for (const pair of [...violations, ...others, ...excused.pairs]) this.keys.add(pairKey(model, pair));
        for (const race of [...races, ...excused.races]) this.keys.add(raceKey(race));
      }
    }
  }

  hasPair(model: string, pair: KnownPair): boolean {
    return this.keys.has(pairKey(model, pair));
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
    `write one with: fencepost monitor RECORDING --format json > ${file}`,
  );
}
