import type { Element, Elements } from './elements.js';
import { insideFrom, insideUntil, isCertainlyInside } from './elements.js';
import type { Violation } from './observed-call.js';
import { NEVER } from './observed-call.js';
import { Coverage, MaximumTree } from './trees.js';

/**
 * Returns elements that no stack could give in their order; every element differs. Elements whose put and take overlap
 * can be put and taken at once, so only those that are inside for certain matter. Consider a longest stretch of time
 * during which some such element is always inside. Then one element is at the bottom throughout: it can have been put
 * when the stretch begins, and taken when it ends. If several can, each will do: the others remain correctly nested when
 * one is put earlier and taken later. So the element is removed, and what remains of the stretch is examined in the same
 * way. If no element can be at the bottom, there is no order.
 *
 * O(n log n): a stretch is a range of positions, and trees over positions find the elements that can be at the bottom,
 * and the gaps that a removed element leaves.
 */
export function impossibleStack({ all }: Elements): Violation | undefined {
  const elements = all.filter((element) => isCertainlyInside(element));
  return new Nesting(elements).impossible();
}

class Nesting {
  private readonly elements: readonly Element[];
  /** The position of the moment from which, and until which, each element is inside for certain. */
  private readonly from: Int32Array;
  private readonly until: Int32Array;
  /** The first moment of each position. */
  private readonly moments: Float64Array;
  /** The element whose certain stretch begins at a position; -1: none does. */
  private readonly at: Int32Array;
  private readonly coverage: Coverage;
  /** Elements by `from`: the beginning of the put, negated, until the element can be at the bottom as far as that goes. */
  private readonly waiting: MaximumTree;
  /** Elements by `from` that can be put at the beginning of their stretch: the end of the take. */
  private readonly ready: MaximumTree;

  constructor(elements: readonly Element[]) {
    this.elements = elements;
    const moments = elements.flatMap((element) => [insideFrom(element), insideUntil(element)]);
    this.moments = Float64Array.from(moments.filter((moment) => moment !== NEVER)).toSorted();
    const position = new Map<number, number>();
    for (const [i, moment] of this.moments.entries()) position.set(moment, i);
    const count = this.moments.length;
    position.set(NEVER, count);
    this.from = Int32Array.from(elements, (element) => position.get(insideFrom(element))!);
    this.until = Int32Array.from(elements, (element) => position.get(insideUntil(element))!);
    this.at = new Int32Array(count).fill(-1);
    this.coverage = new Coverage(count);
    this.waiting = new MaximumTree(count);
    this.ready = new MaximumTree(count);
    for (const [i, { put }] of elements.entries()) {
      const from = this.from[i]!;
      this.at[from] = i;
      this.coverage.add(from, this.until[i]!, 1);
      this.waiting.set(from, -put.begin);
    }
  }

  impossible(): Violation | undefined {
    const stretches = this.split(0, this.at.length);
    for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
      const [from, until] = stretch;
      const bottom = this.bottomOf(from, until);
      if (bottom === -1) return this.violation(from, until);
      this.waiting.set(this.from[bottom]!, Number.NEGATIVE_INFINITY);
      this.ready.set(this.from[bottom]!, Number.NEGATIVE_INFINITY);
      this.coverage.add(this.from[bottom]!, this.until[bottom]!, -1);
      stretches.push(...this.split(from, until));
    }
    return undefined;
  }

  /** Returns an element that can be at the bottom throughout; -1: there is none. */
  private bottomOf(from: number, until: number): number {
    const begin = this.moments[from]!;
    const end = until === this.moments.length ? NEVER : this.moments[until]!;
    for (;;) {
      const position = this.waiting.positionOfMaximum(from, until);
      if (position === -1 || -this.waiting.get(position) > begin) break;
      this.waiting.set(position, Number.NEGATIVE_INFINITY);
      this.ready.set(position, this.elements[this.at[position]!]!.take?.end ?? NEVER);
    }
    const position = this.ready.positionOfMaximum(from, until);
    return position === -1 || this.ready.get(position) < end ? -1 : this.at[position]!;
  }

  /** Returns the longest stretches of positions in a range that something covers. */
  private split(from: number, until: number): [from: number, until: number][] {
    const stretches: [number, number][] = [];
    let start = from;
    while (start < until) {
      const gap = this.coverage.takeGap(start, until);
      if (gap > start) stretches.push([start, gap]);
      start = gap + 1;
    }
    return stretches;
  }

  private violation(from: number, until: number): Violation {
    const elements = [...this.at.subarray(from, until)].flatMap((i) => {
      if (i === -1 || (this.waiting.get(this.from[i]!) === -NEVER && this.ready.get(this.from[i]!) === -NEVER))
        return [];
      return [this.elements[i]!];
    });
    const calls = elements.flatMap(({ put, take }) => (take === undefined ? [put] : [put, take]));
    return {
      calls: calls.toSorted((a, b) => a.begin - b.begin),
      why: 'while some of these elements were always inside, none of them can have been at the bottom throughout',
    };
  }
}
