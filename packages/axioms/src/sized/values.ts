import type { ReadValue, Symbolic } from '../executions/paths.js';
import { isOperation } from '../program/expression.js';
import type { SizedSkeleton } from './skeleton.js';
import { WORDS_OF_64_BITS, lowest } from './words.js';

/** Values of expressions once the source of each part of a read is known. */
export class SizedValues {
  private readonly skeleton: SizedSkeleton;
  private readonly sources: readonly number[];
  /** Values that accesses read or write. */
  private readonly known: (bigint | undefined)[] = [];
  private readonly computing = new Set<number>();

  /** `sources` has, by part, the part that it reads from. */
  private constructor(skeleton: SizedSkeleton, sources: readonly number[]) {
    this.skeleton = skeleton;
    this.sources = sources;
  }

  /** Returns the values; undefined if some value would be its own cause, or a path is not the one taken. */
  static of(skeleton: SizedSkeleton, sources: readonly number[]): SizedValues | undefined {
    const values = new SizedValues(skeleton, sources);
    for (const [i, { event }] of skeleton.accesses.entries()) {
      if (event.address !== undefined && values.ofAccess(i) === undefined) return undefined;
    }
    const taken = skeleton.conditions.every(({ value, holds, first }) => (values.of(value, first) !== 0n) === holds);
    return taken ? values : undefined;
  }

  /** Returns the value of an expression of a thread. `first` is the number of the thread's first access. */
  of(value: Symbolic<bigint>, first: number): bigint | undefined {
    if (typeof value === 'bigint') return value;
    if (!isOperation<ReadValue, bigint>(value)) return this.ofAccess(first + value.read);
    const left = this.of(value.left, first);
    const right = this.of(value.right, first);
    return left === undefined || right === undefined ? undefined : WORDS_OF_64_BITS.apply(value.op, left, right);
  }

  /** Returns the value of a part that writes. */
  ofPart(part: number): bigint | undefined {
    const { parts, pieces, accesses } = this.skeleton;
    const { access, address } = parts[part]!;
    const { start, end, variable } = pieces[address!]!;
    const from = access < 0 ? variable.address : accesses[access]!.event.address!;
    const whole = access < 0 ? variable.initial : this.ofAccess(access);
    return whole === undefined ? undefined : lowest(end - start, whole >> BigInt(8 * (start - from)));
  }

  private ofAccess(access: number): bigint | undefined {
    if (this.known[access] !== undefined) return this.known[access];
    if (this.computing.has(access)) return undefined;
    this.computing.add(access);
    const { event, first } = this.skeleton.accesses[access]!;
    const value = event.value === undefined ? this.read(access) : this.of(event.value, first);
    this.computing.delete(access);
    return (this.known[access] = value);
  }

  private read(access: number): bigint | undefined {
    const { parts, pieces, accesses } = this.skeleton;
    const { event, parts: own } = accesses[access]!;
    let value = 0n;
    for (const part of own) {
      const bytes = this.ofPart(this.sources[part]!);
      if (bytes === undefined) return undefined;
      value |= bytes << BigInt(8 * (pieces[parts[part]!.address!]!.start - event.address!));
    }
    return value;
  }
}
