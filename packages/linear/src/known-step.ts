import type { Operation, ThreadSnapshot } from '@fencepost/core';
import type { NoteAgain } from './note-capture.js';

/** What a thread does when it is run on: it reaches an operation, or its end, or fails. */
export interface Reached {
  readonly step: IteratorResult<Operation, unknown> | undefined;
  /** If there is no step: what it failed with. */
  readonly error: unknown;
  readonly printed: string;
  /** Where it then is, as the front end has saved it. */
  readonly saved: ThreadSnapshot | undefined;
}

const NO_WORDS = new Int32Array(0);

/** A step of a thread. It stands for where the thread then is. */
export class KnownStep implements ThreadSnapshot {
  readonly words: Int32Array;
  // Most have one successor.
  private firstResult = 0;
  private firstNext: KnownStep | undefined;
  private others: Map<number, KnownStep> | undefined;
  private noted: Map<number, NoteAgain> | undefined;
  /** By number of the first call: the operation with the number of its call. */
  private numbered: (IteratorResult<Operation, unknown> | undefined)[] | undefined;

  /** `before`: the step before, if it must be known how to get here, and the result that led from there. */
  constructor(
    readonly reached: Reached,
    readonly before: KnownStep | undefined,
    readonly result: number,
  ) {
    this.words = reached.saved?.words ?? NO_WORDS;
  }

  /** What comes next with this result, if that is known. */
  next(result: number): KnownStep | undefined {
    return this.firstResult === result && this.firstNext !== undefined ? this.firstNext : this.others?.get(result);
  }

  /** What was noted on the way there. */
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

  /** The step of a thread whose first call has this number. */
  numberedFrom(first: number): IteratorResult<Operation, unknown> {
    const step = this.reached.step!;
    if (first === 0 || step.done === true || step.value.call === 0) return step;
    const { value } = step;
    return ((this.numbered ??= [])[first] ??= { done: false, value: { ...value, call: value.call + first } });
  }
}
