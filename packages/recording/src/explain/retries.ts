import type { FailedSwap, RecordedEvents, Swap } from '../events.js';
import type { DeparturePair } from '../monitor/findings.js';
import { valueKey } from '../monitor/findings.js';
import type { RecordedRun } from '../run.js';
import type { References } from './outcomes.js';
import { FOUND, NO_REFERENCES, Outcomes, READ, STORED } from './outcomes.js';

/** A loop that waits comes back to its load within so many events. */
const MOST_STEPS = 8;

/** The last execution of an operation by a thread, until it is known what became of it. */
interface Open {
  readonly site: number;
  readonly place: number;
  readonly value: number;
  readonly failed: boolean;
  /** Those of the first execution in the loop. */
  readonly references: References;
  steps: number;
}

/**
 * Returns the pairs in which the early operation would only be tried again, as far as the run shows. A waiting loop discards
 * the value: in the run, the thread always came back to the operation after such a value, and had changed nothing. Such a value is
 * the same one, or one in the same relation to another value (`References`). Or the value only serves as what a
 * compare-and-swap expects, which would fail. Takes one pass over the run.
 */
export function retriedPairs(run: RecordedRun, pairs: readonly DeparturePair[]): ReadonlySet<DeparturePair> {
  if (pairs.length === 0) return new Set();
  const retries = new Retries(pairs);
  run.feed(retries);
  retries.end();
  return new Set(pairs.filter((pair) => retries.isOnlyRetried(pair)));
}

class Retries implements RecordedEvents {
  private readonly outcomes = new Map<number, Outcomes>();
  /** By site: whether it is of interest. */
  private readonly isWanted: Uint8Array;
  /** By event: those of the departures there. */
  private readonly sampled = new Map<number, References>();
  /** By thread. */
  private readonly open: (Open | undefined)[] = [];
  private readonly references: (number | undefined)[][] = [];
  /** By place: its value. */
  private readonly values = new Map<number, number>();
  private event = 0;

  constructor(pairs: readonly DeparturePair[]) {
    this.isWanted = new Uint8Array(1 + Math.max(...pairs.map(({ site }) => site)));
    for (const { site, samples } of pairs) {
      this.isWanted[site] = 1;
      for (const { event } of samples) this.sampled.set(event, NO_REFERENCES);
    }
  }

  isOnlyRetried({ site, samples, fails }: DeparturePair): boolean {
    const outcomes = this.outcomes.get(site);
    if (outcomes === undefined) return false;
    if (fails) return outcomes.failures.retried > 0 && outcomes.failures.final === 0;
    if (outcomes.isForSwap && outcomes.count > 0) return true;
    return samples.length > 0 && outcomes.alwaysRetried(samples, ({ event }) => this.sampled.get(event)!);
  }

  load(thread: number, place: number, _code: number, site: number): void {
    this.read(thread, place, site, false);
    this.refer(thread, READ, this.values.get(place));
    this.event++;
  }

  store(thread: number, place: number, _code: number, _site: number, low: number, high: number): void {
    this.writes(thread);
    this.write(place, valueKey(low, high));
    this.refer(thread, STORED, valueKey(low, high));
  }

  update(thread: number, place: number, _code: number, site: number, low: number, high: number): void {
    const before = this.values.get(place);
    this.read(thread, place, site, false);
    if (this.isWanted[site] === 1) this.outcomesOf(site).isForSwap = false;
    // A test-and-set that finds what it sets has only looked.
    if (before !== valueKey(low, high)) this.writes(thread);
    this.write(place, valueKey(low, high));
    this.refer(thread, FOUND, before);
  }

  swap(thread: number, place: number, _code: number, site: number, change: Swap): void {
    this.expects(thread, place, change);
    const open = this.open[thread];
    // One that failed before was tried again.
    this.close(thread, open?.failed === true && open.site === site && open.place === place);
    this.write(place, valueKey(change.low, change.high));
    this.refer(thread, FOUND, valueKey(change.expectedLow, change.expectedHigh));
  }

  failedSwap(thread: number, place: number, _code: number, site: number, change: FailedSwap): void {
    this.expects(thread, place, change);
    this.read(thread, place, site, true);
    this.refer(thread, READ, this.values.get(place));
    this.event++;
  }

  fence(thread: number): void {
    this.step(thread);
    this.event++;
  }

  /** The expected value of a compare-and-swap is stored for it, on the stack. */
  local(): void {
    this.event++;
  }

  spawn(thread: number): void {
    this.writes(thread);
    this.event++;
  }

  join(thread: number): void {
    this.writes(thread);
    this.event++;
  }

  free(thread: number, place: number): void {
    this.writes(thread);
    this.values.delete(place);
    this.event++;
  }

  outside(_thread: number, place: number, low: number, high: number): void {
    this.write(place, valueKey(low, high));
  }

  /** Ends what is open at the end of the run. */
  end(): void {
    for (const thread of this.open.keys()) this.writes(thread);
  }

  private write(place: number, value: number): void {
    this.values.set(place, value);
    this.event++;
  }

  private refer(thread: number, which: number, value: number | undefined): void {
    (this.references[thread] ??= [...NO_REFERENCES])[which] = value;
  }

  private read(thread: number, place: number, site: number, failed: boolean): void {
    const open = this.open[thread];
    let references: References | undefined;
    if (open !== undefined) {
      if (open.site === site && open.place === place) {
        this.close(thread, true);
        references = open.references;
      } else this.step(thread);
    }
    if (this.isWanted[site] !== 1) return;
    references ??= [...(this.references[thread] ?? NO_REFERENCES)];
    if (this.sampled.has(this.event)) this.sampled.set(this.event, references);
    if (this.open[thread] !== undefined && this.open[thread].site !== site) return;
    const value = this.values.get(place);
    // The first value is unknown: it says nothing.
    if (value !== undefined || failed) {
      this.open[thread] = { site, place, value: value ?? NaN, failed, references, steps: 0 };
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
    outcomes.add(open.value, open.references, isRetried);
  }

  private outcomesOf(site: number): Outcomes {
    let outcomes = this.outcomes.get(site);
    if (outcomes === undefined) {
      outcomes = new Outcomes();
      this.outcomes.set(site, outcomes);
    }
    return outcomes;
  }
}
