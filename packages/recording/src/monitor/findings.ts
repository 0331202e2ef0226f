import type { ModelName } from '@fencepost/core';
import { sitePair } from './site-pair.js';

/** An operation that a model would have allowed before a write, although SC does not. */
export interface Departure {
  /** Number of the operation among the events of the recording, and of the write; from 0. */
  readonly event: number;
  readonly write: number;
  readonly thread: number;
  readonly writer: number;
  readonly place: number;
}

/** All departures of one operation of the source before one write of the source. */
export interface DeparturePair {
  readonly model: ModelName;
  /** Sites of the operation and of the write. */
  readonly site: number;
  readonly writeSite: number;
  count: number;
  readonly first: Departure;
  /** The threads that executed the operation, and those that executed the write. */
  readonly threads: Set<number>;
  readonly writers: Set<number>;
  /** Some departures in which the value is known, spread over the run. */
  samples: readonly DepartureSample[];
  /** Whether the operation is a compare-and-swap that would always fail. */
  fails: boolean;
  /** Whether unrecorded synchronisation may explain all of them. */
  readonly isExcused?: boolean;
  /** Whether the operation would only be tried again, as far as the run shows (`retriedPairs`). */
  readonly isRetried?: boolean;
}

/** Number of the operation among the events, and the value that it would find, as `valueKey`. */
export interface DepartureSample {
  readonly event: number;
  readonly value: number;
}

/** What an operation would do in its early place. */
export interface EarlyOutcome {
  /** The value that it would find; undefined if unknown. */
  readonly value: number | undefined;
  /** Whether it is a compare-and-swap that would fail. */
  readonly fails: boolean;
}

const MOST_SAMPLES = 256;

/** Returns a number for a value of two halves: different numbers mean different values. */
export function valueKey(low: number, high: number): number {
  return Math.imul(high, 0x85ebca6b) ^ low;
}

/** Groups the departures that monitors find, as there may be as many departures as operations. */
export class Findings {
  private readonly pairs = new Map<number, DeparturePair & { samples: DepartureSample[]; stride: number }>();
  private readonly model: ModelName;

  constructor(model: ModelName) {
    this.model = model;
  }

  get all(): readonly DeparturePair[] {
    return [...this.pairs.values()];
  }

  add(
    event: number,
    site: number,
    writeSite: number,
    thread: number,
    writer: number,
    { value, fails }: EarlyOutcome,
    departure: () => Departure,
  ): void {
    const key = sitePair(site, writeSite);
    let pair = this.pairs.get(key);
    if (pair === undefined) {
      const { model } = this;
      pair = {
        model,
        site,
        writeSite,
        count: 0,
        first: departure(),
        threads: new Set(),
        writers: new Set(),
        samples: [],
        stride: 1,
        fails,
      };
      this.pairs.set(key, pair);
    }
    pair.count++;
    pair.threads.add(thread);
    pair.writers.add(writer);
    pair.fails &&= fails;
    if (value === undefined || pair.count % pair.stride !== 0) return;
    pair.samples.push({ event, value });
    if (pair.samples.length < MOST_SAMPLES) return;
    pair.samples = pair.samples.filter((_, i) => i % 2 !== 0);
    pair.stride *= 2;
  }
}
