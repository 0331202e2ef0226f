import { unsupported } from '../world/running/unsupported.js';

/** A thread that is given as a function. */
export interface ThreadHandle<T> {
  readonly name: string;
  /** Result of the thread's function, or the value of a returned promise. Available in `after`. */
  readonly result: T;
}

/** Handle through which set-up code refers to a thread, in one world. */
export class OwnThread implements ThreadHandle<unknown> {
  private settled: { readonly value: unknown } | undefined;

  constructor(readonly name: string) {}

  get result(): unknown {
    if (this.settled !== undefined) return this.settled.value;
    throw unsupported(`the result of ${this.name} is read before the end`, 'read it in t.after');
  }

  settle(value: unknown): void {
    this.settled = { value };
  }
}
