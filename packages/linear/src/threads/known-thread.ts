import type { FencepostError, Operation, ThreadBody, ThreadRun } from '@fencepost/core';
import {
  areSameWords,
  snapshotOf,
  formatSite,
  hashOfWords,
  isFencepostError,
  isRestart,
  nondeterminism,
  sameOperation,
} from '@fencepost/core';
import type { Reached } from './known-step.js';
import { KnownStep } from './known-step.js';
import type { NoteAgain, Noting } from './note-capture.js';

/** The amount of data kept for all threads: steps, and words of their saved states. */
export interface Kept {
  steps: number;
  words: number;
}

/** Limits of the data that is kept: about 100 MB. */
const MOST_STEPS = 1 << 18;
const MOST_WORDS = 1 << 24;

export function isFull({ steps, words }: Kept): boolean {
  return steps >= MOST_STEPS || words >= MOST_WORDS;
}

/** A thread that makes certain calls, with its known steps. Unknown steps are found by running it. */
export class KnownThread {
  private start: KnownStep | undefined;
  /** Repeats the notes made up to its first operation. */
  private noted: NoteAgain | undefined;
  /** Steps with saved states, by a hash of their words. Steps with the same words have the same continuations. */
  private readonly saved = new Map<number, KnownStep[]>();
  private run: ThreadRun | undefined;
  private parkedAt: KnownStep | undefined;

  constructor(
    private readonly body: ThreadBody,
    private readonly noting: Noting,
    private readonly kept: Kept,
  ) {}

  first(): KnownStep {
    if (this.start !== undefined) this.noted?.();
    this.start ??= this.find(this.body(), undefined, 0, (noted) => (this.noted = noted));
    return this.start;
  }

  after(before: KnownStep, result: number): KnownStep {
    const known = before.next(result);
    if (known !== undefined) {
      before.notedAfter(result)?.();
      return known;
    }
    let noted: NoteAgain | undefined;
    const next = this.find(this.runTo(before, result), before, result, (found) => (noted = found));
    if (!isFull(this.kept)) before.add(result, next, noted);
    return next;
  }

  /** Continues the thread with this result. */
  private find(
    run: ThreadRun,
    before: KnownStep | undefined,
    result: number,
    note: (noted: NoteAgain | undefined) => void,
  ): KnownStep {
    let step: IteratorResult<Operation, unknown> | undefined;
    let error: unknown;
    // While it runs, or after an error, the thread is not parked.
    this.run = this.parkedAt = undefined;
    const noted = this.noting(() => {
      try {
        step = run.next(result);
      } catch (thrown) {
        if (isFencepostError(thrown) || isRestart(thrown)) throw thrown;
        error = thrown;
      }
    });
    note(noted);
    const printed = run.takePrinted?.() ?? '';
    const goesOn = step !== undefined && step.done !== true;
    const found = this.stepFor({ step, error, printed, saved: goesOn ? snapshotOf(run) : undefined }, before, result);
    if (goesOn) {
      this.run = run;
      this.parkedAt = found;
    }
    return found;
  }

  private stepFor(reached: Reached, before: KnownStep | undefined, result: number): KnownStep {
    const { saved, printed } = reached;
    if (saved === undefined) {
      this.kept.steps++;
      return new KnownStep(reached, before, result);
    }
    const hash = hashOfWords(saved.words);
    const alike = this.saved.get(hash) ?? [];
    const known = printed === '' ? alike.find((each) => areSameWords(each.words, saved.words)) : undefined;
    if (known !== undefined) return known;
    const step = new KnownStep(reached, undefined, result);
    if (isFull(this.kept)) return step;
    this.kept.steps++;
    this.kept.words += saved.words.length;
    if (printed === '') this.saved.set(hash, [...alike, step]);
    return step;
  }

  /** Runs the thread to this step, before `result`: from the last saved state on the way, or from its start. */
  private runTo(step: KnownStep, result: number): ThreadRun {
    if (this.parkedAt === step && this.run !== undefined) return this.run;
    const path: KnownStep[] = [step];
    while (path[0]!.reached.saved === undefined && path[0]!.before !== undefined) path.unshift(path[0]!.before);
    const from = path[0]!.reached.saved;
    const run = (from && this.run) ?? this.body();
    this.run = this.parkedAt = undefined;
    let last = 0;
    const isExpected = (operation: Operation, i: number): boolean =>
      sameOperation(operation, path[(last = i)]!.operation);
    const results = path.slice(1).map((each) => each.result);
    const repeats =
      from !== undefined
        ? run.resume!(from, results, isExpected)
        : (run.follow?.(results, isExpected, result) ?? repeatsSteps(run, results, isExpected));
    if (!repeats) throw changed(path[last]!.operation);
    run.takePrinted?.(); // already known
    return run;
  }
}

function repeatsSteps(
  run: ThreadRun,
  results: readonly number[],
  isExpected: (operation: Operation, position: number) => boolean,
): boolean {
  return [0, ...results].every((result, i) => {
    const step = run.next(result);
    return step.done !== true && isExpected(step.value, i);
  });
}

function changed({ site }: Operation): FencepostError {
  return nondeterminism('a thread', site === undefined ? '' : ` at ${formatSite(site)}`, site);
}
