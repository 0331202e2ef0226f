import type { Operation, ThreadSnapshot } from '@fencepost/core';
import type { NoteAgain } from './note-capture.js';

/** The next point that a thread reaches: an operation, its end, or a failure. */
export interface Reached {
  readonly step: IteratorResult<Operation, unknown> | undefined;
  /** The error, if there is no step. */
  readonly error: unknown;
  readonly printed: string;
  /** The thread's state at this point, as saved by the front end. */
  readonly saved: ThreadSnapshot | undefined;
}

const NO_WORDS = new Int32Array(0);

/** A step of a thread. It represents the state of the thread after it. */
export class KnownStep implements ThreadSnapshot {
  readonly words: Int32Array;
  // Most steps have one successor.
  private firstResult = 0;
  private firstNext: KnownStep | undefined;
  private others: Map<number, KnownStep> | undefined;
  private noted: Map<number, NoteAgain> | undefined;
  /** By number of the first call: the operation with the number of its call. */
  private numbered: (IteratorResult<Operation, unknown> | undefined)[] | undefined;

  /** `before` is the preceding step, if the path to this step must be known; `result` led from there to here. */
  constructor(
    readonly reached: Reached,
    readonly before: KnownStep | undefined,
    readonly result: number,
  ) {
    this.words = reached.saved?.words ?? NO_WORDS;
  }

  /** Returns the next step with this result, if known. */
  next(result: number): KnownStep | undefined {
    return this.firstResult === result && this.firstNext !== undefined ? this.firstNext : this.others?.get(result);
  }

  /** Returns a function that repeats the notes made on the way to that step. */
  notedAfter(result: number): NoteAgain | undefined {
    return this.noted?.get(result);
  }

  add(result: number, next: KnownStep, noted: NoteAgain | undefined): void {
    if (this.firstNext === undefined) {
      this.firstResult = result;
      this.firstNext = next;
    } else (this.others ??= new Map()).set(result, next);
    if (noted !== undefined) (this.noted ??= new Map()).set(result, noted);
  }

  get operation(): Operation {
    return this.reached.step!.value as Operation;
  }

  /** Returns the step for a thread whose first call has this number. */
  numberedFrom(first: number): IteratorResult<Operation, unknown> {
    const step = this.reached.step!;
    if (first === 0 || step.done === true || step.value.call === 0) return step;
    const { value } = step;
    return ((this.numbered ??= [])[first] ??= { done: false, value: { ...value, call: value.call + first } });
  }
}
