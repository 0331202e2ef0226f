import type { FencepostError, Operation, ThreadRun } from '@fencepost/core';
import { formatSite, nondeterminism, sameOperation } from '@fencepost/core';
import type { Script } from './run.js';
import { ScriptRun } from './run.js';
import { wordsOf } from './plain-loops.js';
import type { Ending, Step } from './steps.js';
import { trailOf } from './steps.js';
import { failureOf, inTask } from './thread-failure.js';

const HINT =
  'a thread may depend only on values that it reads from shared memory and messages, not on state that outlives it';

/** The outcome of a thread. */
export interface ThreadOutcome {
  readonly value: unknown;
  /** Hash of the thread's operations (`trailOf`). */
  readonly trail: number;
}

/**
 * A thread as a coroutine. JavaScript functions cannot be suspended, so the thread is run again from its beginning
 * whenever it gets an unexpected result (docs/internals/decisions/0015). Its behaviour is a function of its results,
 * and it changes only its own state.
 */
export class ReplayedThread implements ThreadRun {
  private readonly script: Script;
  private readonly known: number[] = [];
  private steps: readonly Step[] = [];
  private ending: Ending = { how: 'suspended' };
  private started = false;
  private printed = '';

  constructor(script: Script) {
    this.script = script;
  }

  next(result: number): IteratorResult<Operation, unknown> {
    if (this.started) this.known.push(result);
    this.started = true;
    const position = this.known.length;
    if (position === 0 || this.steps[position - 1]!.result !== result || !this.hasStep(position)) this.rerun();
    return this.stepAt(position);
  }

  follow(
    results: readonly number[],
    isExpected: (operation: Operation, position: number) => boolean,
    upcoming: number,
  ): boolean {
    this.started = true;
    // One run serves both these results and the next one.
    this.known.push(...results, upcoming);
    this.rerun();
    this.known.pop();
    for (let i = 0; i <= results.length; i++) {
      const step = this.steps[i];
      if (step === undefined || !isExpected(step.operation, i)) return false;
    }
    return true;
  }

  essence(): Int32Array | undefined {
    const step = this.steps[this.known.length];
    const head = step === undefined && this.ending.how === 'returned' ? this.ending.plain : step?.plain;
    return head && wordsOf(head, this.known);
  }

  takePrinted(): string {
    const { printed } = this;
    this.printed = '';
    return printed;
  }

  /** Returns whether the step after this many operations is known. */
  private hasStep(position: number): boolean {
    return position < this.steps.length || (position === this.steps.length && this.ending.how !== 'suspended');
  }

  private stepAt(position: number): IteratorResult<Operation, unknown> {
    const step = this.steps[position];
    if (step !== undefined) {
      this.printed = step.printed;
      return { done: false, value: step.operation };
    }
    if (this.ending.how === 'suspended') throw this.nondeterminism(this.steps.at(-1));
    this.printed = this.ending.printed;
    if (this.ending.how === 'threw') {
      const { error, isRejection, task } = this.ending;
      throw inTask(failureOf(error, this.script.context.sites, isRejection), task);
    }
    return { done: true, value: { value: this.ending.value, trail: trailOf(this.steps) } satisfies ThreadOutcome };
  }

  private rerun(): void {
    const failedProbes = new Set<number>();
    for (;;) {
      const run = new ScriptRun(this.script, this.known, (operations) => !failedProbes.has(operations));
      const ending = run.execute(this.script);
      if (ending === undefined) {
        failedProbes.add(run.operations);
        continue;
      }
      this.steps.slice(0, this.known.length).forEach((before, i) => {
        const again = run.steps[i];
        if (again === undefined || !sameOperation(before.operation, again.operation)) throw this.nondeterminism(before);
      });
      this.steps = run.steps;
      this.ending = ending;
      return;
    }
  }

  private nondeterminism(step: Step | undefined): FencepostError {
    const site = step?.operation.site;
    const place = site === undefined ? '' : ` at ${formatSite(site)}`;
    return nondeterminism('a thread', place, site, HINT);
  }
}
