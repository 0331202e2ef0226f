import type { ModelName } from '@fencepost/core';
import { INITIAL } from '@fencepost/core';

// The operational models as in the figures of Burnim, Sen and Stergiou (TACAS 2011, Fig. 1 to 3; ISSTA 2011, Fig. 3
// to 6), with arrays and
// maps, and with the event that wrote a value next to it. Slow, and as literal as possible. One departure, the same as
// the implementation's: a store-store fence orders commits instead of flushing.

export interface Written {
  readonly value: number;
  readonly event: number;
}

export interface Pending extends Written {
  readonly a: number;
  readonly mayCommit: boolean;
}

/** What the models have in common: m, and questions about it. */
export abstract class Specification {
  protected readonly m: Written[];
  protected readonly processes: number;

  constructor(processes: number, initial: readonly number[]) {
    this.processes = processes;
    this.m = initial.map((value) => ({ value, event: INITIAL }));
  }

  inMemory(a: number): Written {
    return this.m[a]!;
  }

  abstract store(p: number, a: number, written: Written): void;
  abstract commit(p: number, a: number): void;
  /** The pending stores of p in the order they were issued. */
  abstract pending(p: number): readonly Pending[];
  abstract drainedFor(p: number, a: number): boolean;
  /** What a load may return, the newest first. */
  abstract readable(p: number, a: number): readonly Written[];

  /** The effect of an atomic operation. */
  write(_p: number, a: number, written: Written): void {
    this.m[a] = written;
  }

  hasRead(_p: number, _a: number, _choice: number): void {
    // Only PSLO remembers.
  }

  storeStoreFence(_p: number): void {
    // Only PSO and PSLO let stores pass stores.
  }

  loadLoadFence(_p: number): void {
    // Only PSLO lets loads read old values.
  }
}

class SequentialConsistency extends Specification {
  store(p: number, a: number, written: Written): void {
    this.write(p, a, written);
  }

  commit(): void {
    throw new Error('SC has nothing to commit');
  }

  pending(): readonly Pending[] {
    return [];
  }

  drainedFor(): boolean {
    return true;
  }

  readable(_p: number, a: number): readonly Written[] {
    return [this.m[a]!];
  }
}

class TotalStoreOrder extends Specification {
  private readonly B: (Written & { readonly a: number })[][] = Array.from({ length: this.processes }, () => []);

  store(p: number, a: number, written: Written): void {
    this.B[p]!.push({ a, ...written });
  }

  commit(p: number): void {
    const { a, value, event } = this.B[p]!.shift()!;
    this.m[a] = { value, event };
  }

  pending(p: number): readonly Pending[] {
    return this.B[p]!.map((entry, rank) => ({ ...entry, mayCommit: rank === 0 }));
  }

  drainedFor(p: number, _a: number): boolean {
    return this.B[p]!.length === 0;
  }

  readable(p: number, a: number): readonly Written[] {
    const own = this.B[p]!.findLast((entry) => entry.a === a);
    return [own === undefined ? this.m[a]! : { value: own.value, event: own.event }];
  }
}

/** Adve and Gharachorloo, 1996, Fig. 8: TSO without reading one's own write early. */
class Ibm370 extends TotalStoreOrder {
  override drainedFor(p: number, a: number): boolean {
    return this.pending(p).every((entry) => entry.a !== a);
  }
}

/** B[p][a], and again for each store-store fence: the queues behind a fence wait until those before it are empty. */
class PartialStoreOrder extends Specification {
  private readonly B: Map<number, Written[]>[][] = Array.from({ length: this.processes }, () => [
    new Map<number, Written[]>(),
  ]);

  store(p: number, a: number, written: Written): void {
    const current = this.B[p]!.at(-1)!;
    current.set(a, [...(current.get(a) ?? []), written]);
  }

  commit(p: number, a: number): void {
    this.write(p, a, this.firstOpen(p).get(a)!.shift()!);
  }

  pending(p: number): readonly Pending[] {
    const open = this.firstOpen(p);
    const all = this.B[p]!.flatMap((queues) =>
      [...queues].flatMap(([a, queue]) =>
        queue.map((written, i) => ({ ...written, a, mayCommit: queues === open && i === 0 })),
      ),
    );
    // Events are numbered in the order they happen.
    return all.sort((one, other) => one.event - other.event);
  }

  drainedFor(p: number, a: number): boolean {
    const [current, ...earlier] = this.B[p]!.toReversed();
    return isEmpty(current!, a) && earlier.every((queues) => isEmpty(queues));
  }

  readable(p: number, a: number): readonly Written[] {
    const own = this.B[p]!.flatMap((queues) => queues.get(a) ?? []).at(-1);
    return [own ?? this.m[a]!];
  }

  override storeStoreFence(p: number): void {
    this.B[p]!.push(new Map());
  }

  protected hasPending(p: number, a: number): boolean {
    return this.B[p]!.some((queues) => !isEmpty(queues, a));
  }

  private firstOpen(p: number): Map<number, Written[]> {
    return this.B[p]!.find((queues) => !isEmpty(queues)) ?? new Map<number, Written[]>();
  }
}

function isEmpty(queues: ReadonlyMap<number, readonly Written[]>, a?: number): boolean {
  return [...queues].every(([address, queue]) => (a !== undefined && a !== address) || queue.length === 0);
}

class PartialStoreLoadOrder extends PartialStoreOrder {
  /** S[p][a], oldest first. */
  private readonly S: Written[][][] = Array.from({ length: this.processes }, () => this.m.map((word) => [word]));

  override write(p: number, a: number, written: Written): void {
    super.write(p, a, written);
    this.S[p]![a] = [];
    for (const histories of this.S) histories[a]!.push(written);
  }

  override readable(p: number, a: number): readonly Written[] {
    return this.hasPending(p, a) ? super.readable(p, a) : this.S[p]![a]!.toReversed();
  }

  override hasRead(p: number, a: number, choice: number): void {
    if (this.hasPending(p, a)) return;
    const history = this.S[p]![a]!;
    this.S[p]![a] = history.slice(history.length - 1 - choice);
  }

  override loadLoadFence(p: number): void {
    this.S[p] = this.m.map((word) => [word]);
  }
}

export function specificationOf(model: ModelName, processes: number, initial: readonly number[]): Specification {
  switch (model) {
    case 'sc':
      return new SequentialConsistency(processes, initial);
    case 'tso':
      return new TotalStoreOrder(processes, initial);
    case 'ibm370':
      return new Ibm370(processes, initial);
    case 'pso':
      return new PartialStoreOrder(processes, initial);
    case 'pslo':
      return new PartialStoreLoadOrder(processes, initial);
    default:
      throw new Error(`no figure of the papers specifies ${model}`);
  }
}
