import { apply, isOperation } from '../program/expression.js';
import type { Symbolic } from './paths.js';
import type { Skeleton } from './skeleton.js';

/** Values of expressions once the source of each read is known. */
export class Values {
  private readonly skeleton: Skeleton;
  private readonly sources: readonly number[];
  private readonly known: (number | undefined)[] = [];
  private readonly computing = new Set<number>();

  /** `sources` has, by event, the write that it reads from. */
  constructor(skeleton: Skeleton, sources: readonly number[]) {
    this.skeleton = skeleton;
    this.sources = sources;
  }

  /**
   * Returns the values of all writes; undefined if some value would be its own cause, or a path is not the one taken.
   */
  static of(skeleton: Skeleton, sources: readonly number[]): Values | undefined {
    const values = new Values(skeleton, sources);
    for (const [event, written] of skeleton.written.entries()) {
      if (written !== undefined && values.ofWrite(event) === undefined) return undefined;
    }
    const taken = skeleton.conditions.every(({ value, holds }) => (values.of(value) !== 0) === holds);
    return taken ? values : undefined;
  }

  of(value: Symbolic): number | undefined {
    if (typeof value === 'number') return value;
    if (!isOperation(value)) return this.ofWrite(this.sources[value.read]!);
    const left = this.of(value.left);
    const right = this.of(value.right);
    return left === undefined || right === undefined ? undefined : apply(value.op, left, right);
  }

  ofWrite(event: number): number | undefined {
    if (this.known[event] !== undefined) return this.known[event];
    if (this.computing.has(event)) return undefined;
    this.computing.add(event);
    const value = this.of(this.skeleton.written[event]!);
    this.computing.delete(event);
    return (this.known[event] = value);
  }
}
