/** Words per entry: two for the key, then REACHED and LAST. */
const ENTRY = 4;
/** High bits: fewest preemptions + 1. Low bits: running thread + 1. 0 if the entry is empty. */
const REACHED = 2;
/** 2 * (bound at which it was last continued), plus 1 if that bound cut a branch below. */
const LAST = 3;
/** There are at most 2047 threads (core: threads.ts). */
const THREAD_BITS = 11;
const THREAD_MASK = (1 << THREAD_BITS) - 1;
/** Odd, so that the keys of one configuration are distinct. */
const PER_THREAD = 0x2c1b3c6d;

/** Results of `arrive`: skip the configuration. */
export const SKIP = 0;
/** Run only the current thread (any thread if there is none). */
export const CONTINUE = 1;
/** Also preempt the current thread. */
export const BRANCH = 2;

/**
 * The configurations reached (an execution so far, up to the order of independent steps), and the fewest preemptions
 * needed to reach each.
 *
 * Keys are the 64 bits of the configuration's hash. Two different configurations with the same key would be taken for
 * one, and the continuations of the second would be lost. With n configurations the chance of any collision is about
 * n²/2^65: 3·10⁻⁸ for a million and 3·10⁻⁴ for a hundred million.
 */
export class Configurations {
  /** Number of entries: one for each configuration, and one for each further thread running there. */
  size = 0;
  private entries = new Int32Array(ENTRY << 10);
  private mask = (1 << 10) - 1;

  /**
   * Returns how the search with this bound continues from a configuration reached with this many preemptions. Call it
   * with the bounds 0, 1, 2, … in turn. `BoundedSearch` explains why this is sound.
   */
  arrive(low: number, high: number, running: number, preemptions: number, bound: number): number {
    const reached = ((preemptions + 1) << THREAD_BITS) | (running + 1);
    const at = this.find(low, high);
    const first = this.entries[at + REACHED]!;
    if (first === 0) return this.insert(at, low, high, reached, bound, BRANCH);
    if (first === reached) return this.again(at, bound, BRANCH);
    // It was reached with more preemptions; or with equally many, and the threads that can run without a preemption
    // include this one.
    if (first >> THREAD_BITS !== preemptions + 1 || (first & THREAD_MASK) === 0) return SKIP;
    const key = furtherKey(low, running);
    const further = this.find(key, high);
    if (this.entries[further + REACHED] === 0) return this.insert(further, key, high, reached, bound, CONTINUE);
    return this.again(further, bound, CONTINUE);
  }

  /** Records that the present bound cut a branch below this configuration. */
  open(low: number, high: number, running: number): void {
    const at = this.find(low, high);
    const isFirst = (this.entries[at + REACHED]! & THREAD_MASK) === running + 1;
    this.entries[(isFirst ? at : this.find(furtherKey(low, running), high)) + LAST]! |= 1;
  }

  private insert(at: number, low: number, high: number, reached: number, bound: number, how: number): number {
    const { entries } = this;
    entries[at] = low;
    entries[at + 1] = high;
    entries[at + REACHED] = reached;
    entries[at + LAST] = 2 * bound;
    if (3 * ++this.size > 2 * this.mask) this.grow();
    return how;
  }

  /** Allows another visit once per bound, and only while bounds cut a branch below. */
  private again(at: number, bound: number, how: number): number {
    const last = this.entries[at + LAST]!;
    if (last >> 1 === bound || (last & 1) === 0) return SKIP;
    this.entries[at + LAST] = 2 * bound;
    return how;
  }

  /** Returns the index of the entry with this key, or of the free slot for it. */
  private find(low: number, high: number): number {
    const { entries, mask } = this;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = ENTRY * slot;
      if (entries[at + REACHED] === 0 || (entries[at] === low && entries[at + 1] === high)) return at;
    }
  }

  private grow(): void {
    const { entries } = this;
    this.entries = new Int32Array(2 * entries.length);
    this.mask = 2 * this.mask + 1;
    for (let from = 0; from < entries.length; from += ENTRY) {
      if (entries[from + REACHED] === 0) continue;
      const to = this.find(entries[from]!, entries[from + 1]!);
      for (let word = 0; word < ENTRY; word++) this.entries[to + word] = entries[from + word]!;
    }
  }
}

/** Returns the key for a further thread running in a configuration already reached with another running thread. */
function furtherKey(low: number, running: number): number {
  return (low + Math.imul(running + 2, PER_THREAD)) | 0;
}
