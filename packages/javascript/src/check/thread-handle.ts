import { unsupported } from '../world/unsupported.js';

/** A thread that is given as a function. */
export interface ThreadHandle<T> {
  readonly name: string;
  /** What its function returned, after fulfilment if that is a promise; in `after`. */
  readonly result: T;
}

/** The handle that set-up code has of a thread, in one world. */
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
