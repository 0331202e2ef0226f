import { beginAlike, hashOfWords } from '../common/words.js';
import type { ThreadSnapshot } from '../operations/operation.js';

/** Essence of threads that have ended without a result. */
export const ENDED = 1;

/** Marks a state whose essence has no number yet. */
const OPEN = -1;

interface Essence {
  readonly root: number;
  readonly words: Int32Array;
  readonly count: number;
}

/** The essence of one of the states with this number. */
interface Known extends Essence {
  readonly number: number;
}

/**
 * Numbers that identify the future of threads, whatever their loops have done so far (`ThreadSnapshot.essence`): two
 * states of one thread with the same number are followed by the same operations for the same results. A state gets its
 * number when it is first asked for, as most never are.
 */
export class Essences {
  private column = new Int32Array(64);
  /** Essences without a number, by state. */
  private readonly open: (Essence | undefined)[] = [];
  private readonly known = new Map<number, Known[]>();
  private numbers = ENDED;

  /** Returns the number of a state's essence; 0: not known. */
  of(state: number): number {
    const number = this.column[state] ?? 0;
    if (number !== OPEN) return number;
    const essence = this.open[state]!;
    this.open[state] = undefined;
    return (this.column[state] = this.numberOf(essence));
  }

  isKnown(state: number): boolean {
    return (this.column[state] ?? 0) !== 0;
  }

  note(state: number, root: number, snapshot: ThreadSnapshot | undefined, hasEnded: boolean): void {
    const count = snapshot?.essence;
    const isOpen = !hasEnded && count !== undefined;
    if (state >= this.column.length) {
      const wider = new Int32Array(2 * state);
      wider.set(this.column);
      this.column = wider;
    }
    this.column[state] = hasEnded ? ENDED : isOpen ? OPEN : 0;
    this.open[state] = isOpen ? { root, words: snapshot!.words, count } : undefined;
  }

  /** Forgets states, whose numbers are reused. Essences of states that are still used keep their numbers. */
  forgetAllBut(used: Uint8Array): void {
    const kept = new Set<number>();
    for (let state = 0; state < used.length; state++) {
      if (used[state] === 1) kept.add(this.column[state] ?? 0);
      else {
        this.open[state] = undefined;
        this.column[state] = 0;
      }
    }
    for (const [hash, all] of this.known) {
      const left = all.filter(({ number }) => kept.has(number));
      if (left.length > 0) this.known.set(hash, left);
      else this.known.delete(hash);
    }
  }

  private numberOf({ root, words, count }: Essence): number {
    const hash = hashOfWords(words, root, count);
    let all = this.known.get(hash);
    if (all === undefined) this.known.set(hash, (all = []));
    const found = all.find(
      (each) => each.root === root && each.count === count && beginAlike(each.words, words, count),
    );
    if (found !== undefined) return found.number;
    all.push({ root, words, count, number: ++this.numbers });
    return this.numbers;
  }
}
