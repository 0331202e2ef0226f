import type { DepartureSample } from '../monitor/findings.js';

const MOST_VALUES = 1024;
/** A loop ends for a few relations of a value to another one. */
const MOST_RELATIONS = 4;
/** A loop that ends for any larger value has been seen to end with so many references that differ. */
const LEAST_REFERENCES = 4;
/** One that goes on with any value but one has been seen to go on with so many. */
const LEAST_RETRIED = 3;

/**
 * What a loop may compare its value with: 0, or what the thread found by its last read-modify-write (a ticket), stored last, or read
 * last (a sequence number, a generation) before the loop.
 */
export type References = readonly (number | undefined)[];
export const NO_REFERENCES: References = [0, undefined, undefined, undefined];
export const FOUND = 1;
export const STORED = 2;
export const READ = 3;

/** Executions whose value ended the loop. */
interface Uses {
  readonly differences: ReadonlySet<number>;
  readonly count: number;
  /** The references, up to a few. */
  readonly references: ReadonlySet<number>;
}

class CountedUses implements Uses {
  readonly differences = new Set<number>();
  readonly references = new Set<number>();
  count = 0;
}

/** Values relative to one reference: after `retried` the thread came back to the operation, having written nothing. */
class Relative {
  readonly retried = new Set<number>();
  readonly used = new CountedUses();
  /** Those of the value 0, which may end a loop for another reason: no thread is waited for. */
  readonly usedZeros = new CountedUses();
  /** Whether there were more than these. */
  hasMore = false;
}

/** What became of the executions of an operation. */
export class Outcomes {
  /** Whether each execution was followed at once by a compare-and-swap of the place that expects the value. */
  isForSwap = true;
  count = 0;
  readonly failures = { retried: 0, final: 0 };
  private readonly relative = NO_REFERENCES.map(() => new Relative());

  add(value: number, references: References, isRetried: boolean): void {
    for (const [i, each] of this.relative.entries()) {
      const reference = references[i];
      if (reference === undefined) continue;
      const uses = value === 0 && i > 0 ? each.usedZeros : each.used;
      if (!isRetried) {
        uses.count++;
        if (uses.references.size < LEAST_REFERENCES) uses.references.add(reference);
      }
      const values = isRetried ? each.retried : uses.differences;
      const difference = (value - reference) | 0;
      if (values.size < MOST_VALUES || values.has(difference)) values.add(difference);
      else each.hasMore = true;
    }
  }

  /**
   * Returns whether the thread always came back after such values. `references` are those of each sample, in its place. Such a value
   * is the same one; or any but the only one that ends the loop; or, if a relation to a reference tells when it ends, any in another
   * relation: on a weak model a ticket may be older than any that a thread waits with under SC.
   */
  alwaysRetried(samples: readonly DepartureSample[], references: (sample: DepartureSample) => References): boolean {
    const hold = (i: number, goesOn: (difference: number, value: number) => boolean): boolean =>
      samples.every((sample) => {
        const reference = references(sample)[i];
        return reference !== undefined && goesOn((sample.value - reference) | 0, sample.value);
      });
    return this.relative.some((each, i) => {
      if (each.hasMore) return false;
      const { retried, used, usedZeros } = each;
      if (i === 0) {
        const isEnd = used.differences.size === 1 && used.count > 1 && retried.size >= LEAST_RETRIED;
        return hold(0, (value) => (isEnd || retried.has(value)) && !used.differences.has(value));
      }
      const all = goesOn(retried, together(used, usedZeros));
      if (all !== undefined && hold(i, all)) return true;
      const others = usedZeros.count === 0 ? undefined : goesOn(retried, used);
      return others !== undefined && hold(i, (difference, value) => value !== 0 && others(difference));
    });
  }
}

function together(one: Uses, other: Uses): Uses {
  if (other.count === 0) return one;
  return {
    differences: new Set([...one.differences, ...other.differences]),
    count: one.count + other.count,
    references: new Set([...one.references, ...other.references]),
  };
}

/** Returns for which differences from the reference the loop goes on, if the run shows that they tell. */
function goesOn(
  retried: ReadonlySet<number>,
  { differences, count, references }: Uses,
): ((difference: number) => boolean) | undefined {
  if (retried.size === 0 || count === 0 || [...differences].some((each) => retried.has(each))) return undefined;
  // A few relations always ended it, again and again.
  if (differences.size <= MOST_RELATIONS && count >= 2 * differences.size) return (each) => !differences.has(each);
  // It ends for any value that is larger, or smaller.
  if (references.size < LEAST_REFERENCES) return undefined;
  const [most, least] = [Math.max(...retried), Math.min(...retried)];
  if (most < Math.min(...differences)) return (each) => each <= most;
  if (least > Math.max(...differences)) return (each) => each >= least;
  return undefined;
}
