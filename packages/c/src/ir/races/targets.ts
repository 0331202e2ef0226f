import { commonDivisor } from '../analysis/pointers.js';

/** More offsets into one object are widened to a stride. */
const MOST_OFFSETS = 8;

/** Offsets into an object: each of `offsets`, plus any multiple of `stride`. */
export class Offsets {
  readonly offsets = new Set<number>();
  stride = 0;

  /** Adds the offset plus any multiple of the stride; returns whether it is new. */
  add(offset: number, stride: number): boolean {
    const divisor = commonDivisor(this.stride, stride);
    const isCoarser = divisor !== this.stride;
    if (isCoarser) this.reduce(divisor);
    const reduced = residue(offset, this.stride);
    if (this.offsets.has(reduced)) return isCoarser;
    this.offsets.add(reduced);
    if (this.offsets.size > MOST_OFFSETS) {
      let step = this.stride;
      for (const each of this.offsets) step = commonDivisor(step, each - reduced);
      this.reduce(step);
    }
    return true;
  }

  /** The only offset; undefined if there may be several. */
  get single(): number | undefined {
    return this.stride === 0 && this.offsets.size === 1 ? [...this.offsets][0] : undefined;
  }

  private reduce(stride: number): void {
    this.stride = stride;
    const all = [...this.offsets];
    this.offsets.clear();
    for (const each of all) this.offsets.add(residue(each, stride));
  }
}

/** What a value may point to: objects by number, and the offsets into them. */
export class Targets {
  readonly objects = new Map<number, Offsets>();

  add(object: number, offset: number, stride: number): boolean {
    let offsets = this.objects.get(object);
    if (offsets === undefined) this.objects.set(object, (offsets = new Offsets()));
    return offsets.add(offset, stride);
  }

  /** Adds all targets of another value, moved by `bytes` plus multiples of `stride`; returns whether there are new ones. */
  addAll(other: Targets, bytes = 0, stride = 0): boolean {
    let isNew = false;
    for (const [object, { offsets, stride: own }] of other.objects) {
      for (const offset of [...offsets]) {
        if (this.add(object, offset + bytes, commonDivisor(own, stride))) isNew = true;
      }
    }
    return isNew;
  }
}

/** A range of bytes of an object, repeated with a stride. */
export interface Range {
  readonly offset: number;
  readonly stride: number;
  readonly bytes: number;
}

/** Whether the ranges may have a byte in common. */
export function overlap(a: Range, b: Range): boolean {
  const stride = commonDivisor(a.stride, b.stride);
  if (stride === 0) return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  const distance = residue(b.offset - a.offset, stride);
  return distance < a.bytes || distance + b.bytes > stride;
}

/** Returns how far the first range may begin after the second one where they have a byte in common. */
export function distances(a: Range, b: Range): number[] {
  const stride = commonDivisor(a.stride, b.stride);
  const found: number[] = [];
  for (let distance = 1 - a.bytes; distance < b.bytes; distance++) {
    if (residue(a.offset - b.offset - distance, stride) === 0) found.push(distance);
  }
  return found;
}

function residue(offset: number, stride: number): number {
  return stride === 0 ? offset : ((offset % stride) + stride) % stride;
}
