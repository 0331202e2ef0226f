import type { CellSize, RmwFunction } from '@fencepost/core';
import { decodeWide, encodeWide } from '@fencepost/core';
import { natives } from './natives.js';

type Cells = Int8Array | Int16Array | Int32Array;

/** Views of a buffer for the functions of `Atomics`, by size. */
export class NativeCells {
  private readonly views = new Map<CellSize, Cells | BigInt64Array>();

  constructor(private readonly buffer: SharedArrayBuffer) {}

  /** Performs a read-modify-write of words of the models; returns the old word. */
  modify(offset: number, size: CellSize, fn: RmwFunction, operand: number, expected: number): number {
    const index = offset / size;
    if (size === 8) {
      const view = this.viewOf(8, index) as BigInt64Array;
      const value = decodeWide(operand);
      const old =
        fn === 'cas'
          ? natives.compareExchange(view, index, decodeWide(expected), value)
          : natives[functionOf(fn)](view, index, value);
      return encodeWide(old);
    }
    const view = this.viewOf(size, index) as Cells;
    const old =
      fn === 'cas'
        ? natives.compareExchange(view, index, expected, operand)
        : natives[functionOf(fn)](view, index, operand);
    return size === 4 ? old : old & (size === 2 ? 0xffff : 0xff);
  }

  /** Creates a larger view if the buffer has grown. */
  private viewOf(size: CellSize, index: number): Cells | BigInt64Array {
    const known = this.views.get(size);
    if (known !== undefined && index < known.length) return known;
    const view = makeView(this.buffer, size);
    this.views.set(size, view);
    return view;
  }
}

function makeView(buffer: SharedArrayBuffer, size: CellSize): Cells | BigInt64Array {
  const length = Math.floor(buffer.byteLength / size);
  switch (size) {
    case 1:
      return new Int8Array(buffer, 0, length);
    case 2:
      return new Int16Array(buffer, 0, length);
    case 4:
      return new Int32Array(buffer, 0, length);
    default:
      return new BigInt64Array(buffer, 0, length);
  }
}

type NativeFunction = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'exchange';

/** Other functions do not occur: `Atomics` has none. */
function functionOf(fn: RmwFunction): NativeFunction {
  return fn as NativeFunction;
}
