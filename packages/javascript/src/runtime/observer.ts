import type { FencepostError, Operation } from '@fencepost/core';
import { LOAD } from '@fencepost/core';
import type { Context } from '../world/context/context.js';
import type { EnteredLoop, Noting, Run } from '../world/running/current.js';
import { current } from '../world/running/current.js';
import { refusal } from '../world/running/refusal.js';

/** A run that may read one location once: it observes the state at one moment, however often it reads. */
export class Observer implements Run {
  readonly thread: number;
  readonly readsOnePlace = true;
  private readonly run: Run;
  private readonly context: Context;
  private seen: { readonly address: number; readonly value: number } | undefined;

  constructor(run: Run, context: Context) {
    this.thread = run.thread;
    this.run = run;
    this.context = context;
  }

  get mutations(): Noting {
    return this.run.mutations;
  }

  get operations(): number {
    return this.run.operations;
  }

  perform(operation: Operation, guess: number): number {
    const { kind, address } = operation;
    const place = this.context.nameOf(address);
    if (kind !== LOAD) throw this.refusal(`writes ${place}: it may only read`, 'change memory in a thread');
    if (this.seen !== undefined && this.seen.address !== address) {
      throw this.refusal(
        `reads ${this.context.nameOf(this.seen.address)} and ${place}: it may read only one location of shared memory`,
        'it would read them at different times; check their relation in t.after, or in a thread that reads them',
      );
    }
    this.seen ??= { address, value: this.run.perform(operation, guess) };
    return this.seen.value;
  }

  get readings(): number {
    return this.run.readings;
  }

  get hasLooped(): boolean {
    return this.run.hasLooped;
  }

  toss(): boolean {
    return this.run.toss();
  }

  abandon(): void {
    this.run.abandon();
  }

  head(loop: number, carried: readonly unknown[], entered?: EnteredLoop): void {
    this.run.head(loop, carried, entered);
  }

  spin(): void {
    this.run.spin();
  }

  caught(): void {
    this.run.caught();
  }

  nextChild(): number {
    throw this.refusal('starts a thread', 'start workers in a thread');
  }

  private refusal(what: string, hint: string): FencepostError {
    return refusal(this.context.siteOf(current.site), `an invariant ${what}`, hint);
  }
}
