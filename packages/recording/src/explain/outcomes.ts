import type { DepartureSample } from '../monitor/findings.js';

const MOST_VALUES = 1024;
/** A loop ends for a few relations of a value to another one. */
const MOST_RELATIONS = 4;

/**
 * What a loop may compare its value with: 0, or what the thread found by its last read-modify-write (a ticket), stored last, or read
 * last (a sequence number, a generation) before the loop.
 */
export type References = readonly (number | undefined)[];
export const NO_REFERENCES: References = [0, undefined, undefined, undefined];
export const FOUND = 1;
export const STORED = 2;
export const READ = 3;

/** Values relative to one reference: after `retried` the thread came back to the operation, having written nothing. */
interface Relative {
  readonly retried: Set<number>;
  readonly used: Set<number>;
  uses: number;
  /** Whether there were more than these. */
  hasMore: boolean;
}

/** What became of the executions of an operation. */
export class Outcomes {
  /** Whether each execution was followed at once by a compare-and-swap of the place that expects the value. */
  isForSwap = true;
  count = 0;
  readonly failures = { retried: 0, final: 0 };
  private readonly relative: readonly Relative[] = NO_REFERENCES.map(() => {
    return { retried: new Set(), used: new Set(), uses: 0, hasMore: false };
  });

  add(value: number, references: References, isRetried: boolean): void {
    for (const [i, each] of this.relative.entries()) {
      const reference = references[i];
      if (reference === undefined) continue;
      if (!isRetried) each.uses++;
      const values = isRetried ? each.retried : each.used;
      const difference = (value - reference) | 0;
      if (values.size < MOST_VALUES || values.has(difference)) values.add(difference);
      else each.hasMore = true;
    }
  }

  /**
   * Returns whether the thread always came back after such values. `references` are those of each sample, in its place. Such a value
   * is the same one; or, if a relation to a reference tells when the loop ends, any in another relation: on a weak model a
   * ticket may be older than any that a thread waits with under SC.
   */
  alwaysRetried(samples: readonly DepartureSample[], references: (sample: DepartureSample) => References): boolean {
    return this.relative.some((each, i) => {
      if (each.hasMore || (i > 0 && !tellsEnd(each))) return false;
      return samples.every((sample) => {
        const reference = references(sample)[i];
        if (reference === undefined) return false;
        const difference = (sample.value - reference) | 0;
        return (i > 0 || each.retried.has(difference)) && !each.used.has(difference);
      });
    });
  }
}

/** Whether the loop always went on, except for a few relations to the reference, which always ended it, again and again. */
function tellsEnd({ retried, used, uses }: Relative): boolean {
  if (retried.size === 0 || used.size > MOST_RELATIONS || uses < 2 * used.size) return false;
  return uses > 0 && [...used].every((each) => !retried.has(each));
}
