import type { LocalStates, Symmetry } from '@fencepost/core';
import { IntegerPairs } from '@fencepost/core';
import { beginAlike } from '../state/same-operation.js';

const DIFFERENT = 1;
const ALIKE = 2;
/** With more root states than this, comparison is deferred until needed. */
const MOST_COMPARED = 64;

/** The instances of all searches. All parts of a search have the same states, so they share one instance. */
const KNOWN = new WeakMap<LocalStates, AlikeRoots>();

/** Records which root states belong to threads that are treated as alike. Compares each pair once. */
export class AlikeRoots {
  private readonly states: LocalStates;
  private readonly symmetry: Symmetry;
  /** Value of `symmetry.changes` at the start. */
  private readonly changes: number;
  private pairs = new IntegerPairs();
  private epoch: number;
  /** The number of root states that have been compared with those before them. */
  private compared = 0;
  private anyAlike = false;

  constructor(states: LocalStates, symmetry: Symmetry) {
    this.states = states;
    this.symmetry = symmetry;
    this.changes = symmetry.changes;
    this.epoch = states.epoch;
  }

  /** Returns what is known of a search with these states. */
  static of(states: LocalStates, symmetry: Symmetry): AlikeRoots {
    const known = KNOWN.get(states);
    if (known?.symmetry === symmetry && known.changes === symmetry.changes) return known;
    const roots = new AlikeRoots(states, symmetry);
    KNOWN.set(states, roots);
    return roots;
  }

  /** Whether two of the threads discovered so far may be alike. */
  any(): boolean {
    const { states } = this;
    if (this.epoch !== states.epoch) this.forget();
    const { rootStates } = states;
    if (this.anyAlike || rootStates.length > MOST_COMPARED) return true;
    for (; this.compared < rootStates.length; this.compared++) {
      for (let i = 0; i < this.compared; i++) {
        if (this.areAlike(rootStates[i]!, rootStates[this.compared]!)) return (this.anyAlike = true);
      }
    }
    return false;
  }

  /** Whether the threads with these root states are treated as alike. Within a search, the answer never changes. */
  areAlike(a: number, b: number): boolean {
    if (this.epoch !== this.states.epoch) this.forget();
    const known = this.pairs.get(a, b);
    if (known !== 0) return known === ALIKE;
    const areAlike = this.classOf(a) === this.classOf(b) && beginAlike(this.states, a, b);
    this.pairs.add(a, b, areAlike ? ALIKE : DIFFERENT);
    return areAlike;
  }

  private classOf(root: number): number {
    const { states, symmetry } = this;
    return symmetry.classOf(states.threads.handles[states.threadOf(root)]!);
  }

  /** Clears everything, because state numbers have changed their meaning. */
  private forget(): void {
    this.epoch = this.states.epoch;
    this.pairs = new IntegerPairs();
    this.compared = 0;
    this.anyAlike = false;
  }
}
