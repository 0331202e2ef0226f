import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import type { DeparturePair } from '../monitor/findings.js';
import { valueKey } from '../monitor/findings.js';
import type { RecordedRun } from '../run.js';

/** A loop that waits comes back to its load within so many events. */
const MOST_STEPS = 8;
const MOST_VALUES = 1024;

/** What became of the executions of an operation. */
interface Outcomes {
  /** Values after which the thread came back to the operation, having written nothing; and the others. */
  readonly retried: Set<number>;
  readonly used: Set<number>;
  /** Whether there were more values than these. */
  hasMore: boolean;
  /** Whether each execution was followed at once by a compare-and-swap of the place that expects the value. */
  isForSwap: boolean;
  count: number;
  failures: { retried: number; final: number };
}

/** The last execution of an operation by a thread, until it is known what became of it. */
interface Open {
  readonly site: number;
  readonly place: number;
  readonly value: number;
  readonly failed: boolean;
  steps: number;
}

/**
 * Returns the pairs in which the early operation would only be tried again, as far as the run shows. A waiting loop discards
 * the value: in the run, the thread always came back to the load after such a value, and had written nothing. Or the value
 * only serves as what a compare-and-swap expects, which would fail. Takes one pass over the run.
 */
export function retriedPairs(run: RecordedRun, pairs: readonly DeparturePair[]): ReadonlySet<DeparturePair> {
  if (pairs.length === 0) return new Set();
  const retries = new Retries(new Set(pairs.map(({ site }) => site)));
  run.feed(retries);
  retries.end();
  return new Set(pairs.filter((pair) => isOnlyRetried(pair, retries.outcomes.get(pair.site))));
}

function isOnlyRetried({ values, fails }: DeparturePair, outcomes: Outcomes | undefined): boolean {
  if (outcomes === undefined) return false;
  const { retried, used, hasMore, isForSwap, failures } = outcomes;
  if (fails) return failures.retried > 0 && failures.final === 0;
  if (isForSwap && outcomes.count > 0) return true;
  if (hasMore || values === undefined || values.size === 0) return false;
  return [...values].every((value) => retried.has(value) && !used.has(value));
}

class Retries implements RecordedEvents {
  readonly outcomes = new Map<number, Outcomes>();
  /** By site: whether it is of interest. */
  private readonly isWanted: Uint8Array;
  /** By thread. */
  private readonly open: (Open | undefined)[] = [];
  /** By place: its value, of the places that wanted sites access. */
  private readonly values = new Map<number, number>();

  constructor(sites: ReadonlySet<number>) {
    this.isWanted = new Uint8Array(1 + Math.max(...sites));
    for (const site of sites) this.isWanted[site] = 1;
  }

  load(thread: number, place: number, _code: number, site: number): void {
    this.read(thread, place, site, false);
  }

  store(thread: number, place: number, _code: number, _site: number, low: number, high: number): void {
    this.writes(thread);
    this.values.set(place, valueKey(low, high));
  }

  update(thread: number, place: number, _code: number, _site: number, low: number, high: number): void {
    this.writes(thread);
    this.values.set(place, valueKey(low, high));
  }

  swap(thread: number, place: number, _code: number, _site: number, change: Swap): void {
    this.expects(thread, place, change);
    this.close(thread, false);
    this.values.set(place, valueKey(change.low, change.high));
  }

  failedSwap(thread: number, place: number, _code: number, site: number, change: FailedSwap): void {
    this.expects(thread, place, change);
    this.read(thread, place, site, true);
  }

  fence(thread: number): void {
    this.step(thread);
  }

  /** The expected value of a compare-and-swap is stored for it, on the stack. */
  local(): void {
    // Nothing.
  }

  spawn(thread: number): void {
    this.writes(thread);
  }

  join(thread: number): void {
    this.writes(thread);
  }

  free(thread: number, place: number): void {
    this.writes(thread);
    this.values.delete(place);
  }

  outside(_thread: number, place: number, low: number, high: number): void {
    this.values.set(place, valueKey(low, high));
  }

  /** Ends what is open at the end of the run. */
  end(): void {
    for (const thread of this.open.keys()) this.writes(thread);
  }

  private read(thread: number, place: number, site: number, failed: boolean): void {
    const open = this.open[thread];
    if (open !== undefined) {
      if (open.site === site && open.place === place) this.close(thread, true);
      else this.step(thread);
    }
    if (this.isWanted[site] !== 1 || (this.open[thread] !== undefined && this.open[thread].site !== site)) return;
    const value = this.values.get(place);
    // The first value is unknown: it says nothing.
    if (value !== undefined || failed) {
      this.open[thread] = { site, place, value: value ?? NaN, failed, steps: 0 };
    }
  }

  private step(thread: number): void {
    const open = this.open[thread];
    if (open === undefined) return;
    if (!open.failed && open.steps === 0) this.outcomesOf(open.site).isForSwap = false;
    if (++open.steps > MOST_STEPS) this.close(thread, false);
  }

  /** Handles a compare-and-swap, which may be what the value of a load was for. */
  private expects(thread: number, place: number, { expectedLow, expectedHigh }: Swap): void {
    const open = this.open[thread];
    if (open === undefined || open.failed) return;
    const isFor = open.steps === 0 && open.place === place && open.value === valueKey(expectedLow, expectedHigh);
    if (!isFor) this.outcomesOf(open.site).isForSwap = false;
  }

  /** Handles an event after which nothing is as before. */
  private writes(thread: number): void {
    const open = this.open[thread];
    if (open === undefined) return;
    if (!open.failed) this.outcomesOf(open.site).isForSwap = false;
    this.close(thread, false);
  }

  private close(thread: number, isRetried: boolean): void {
    const open = this.open[thread];
    if (open === undefined) return;
    this.open[thread] = undefined;
    const outcomes = this.outcomesOf(open.site);
    outcomes.count++;
    if (open.failed) {
      outcomes.failures[isRetried ? 'retried' : 'final']++;
      return;
    }
    if (isRetried || open.steps > 0) outcomes.isForSwap = false;
    const values = isRetried ? outcomes.retried : outcomes.used;
    if (values.size < MOST_VALUES || values.has(open.value)) values.add(open.value);
    else outcomes.hasMore = true;
  }

  private outcomesOf(site: number): Outcomes {
    let outcomes = this.outcomes.get(site);
    if (outcomes === undefined) {
      const failures = { retried: 0, final: 0 };
      outcomes = { retried: new Set(), used: new Set(), hasMore: false, isForSwap: true, count: 0, failures };
      this.outcomes.set(site, outcomes);
    }
    return outcomes;
  }
}
