import type { Operation, ThreadSnapshot, ThreadRun } from '@fencepost/core';
import type { KnownStep } from './known-step.js';
import type { KnownThread } from './known-thread.js';

/** A run of a thread whose steps may be known from other runs. */
export class KnownRun implements ThreadRun {
  private at: KnownStep | undefined;
  private printed = '';

  /** `first` is the number of the first call. */
  constructor(
    private readonly thread: KnownThread,
    private readonly first: number,
  ) {}

  next(result: number): IteratorResult<Operation, unknown> {
    const at = this.at === undefined ? this.thread.first() : this.thread.after(this.at, result);
    this.at = at;
    const { step, error, printed } = at.reached;
    this.printed = printed;
    if (step === undefined) throw error;
    return at.numberedFrom(this.first);
  }

  follow(results: readonly number[], isExpected: (operation: Operation, position: number) => boolean): boolean {
    return this.goOn(this.thread.first(), results, isExpected);
  }

  resume(
    from: ThreadSnapshot,
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
  ): boolean {
    return this.goOn(from as KnownStep, results, isExpected);
  }

  save(): ThreadSnapshot | undefined {
    return this.at!.reached.saved && this.at;
  }

  takePrinted(): string {
    const { printed } = this;
    this.printed = '';
    return printed;
  }

  private goOn(
    from: KnownStep,
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
  ): boolean {
    let at = from;
    for (let i = 0; ; i++) {
      const { step } = at.reached;
      if (step === undefined || step.done === true || !isExpected(step.value, i)) return false;
      if (i === results.length) break;
      at = this.thread.after(at, results[i]!);
    }
    this.at = at;
    this.printed = '';
    return true;
  }
}
