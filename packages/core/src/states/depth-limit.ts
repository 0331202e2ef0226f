import type { Operation } from '../operations/operation.js';
import { cut } from '../operations/operation.js';
import type { Limit } from '../program/program.js';

/** The maximum number of operations of threads, and the threads that exceeded it. */
export class DepthLimit {
  private readonly most: number;
  private readonly exceeded: Set<string>;

  /** `most`: maximum number of operations of a thread; `exceeded`: threads that have exceeded it before. */
  constructor(most: number, exceeded: Iterable<string>) {
    this.most = most;
    this.exceeded = new Set(exceeded);
  }

  get isFinite(): boolean {
    return this.most !== Infinity;
  }

  /** Returns the operation, or a cut if the thread has reached the limit. */
  within(op: Operation, position: number, thread: string): Operation {
    if (position < this.most) return op;
    this.exceeded.add(thread);
    return cut(op.site, false);
  }

  exceededBy(): string[] {
    return [...this.exceeded];
  }

  limits(): Limit[] {
    return this.exceededBy().map((thread) => ({
      what: thread,
      bound: `${this.most} operations`,
      advice: 'raise --max-depth',
    }));
  }
}
