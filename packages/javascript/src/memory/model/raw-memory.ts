import type { CellSize } from '@fencepost/core';
import { decodeWide, encodeWide } from '@fencepost/core';

/** Constructs DataViews with the original methods; the methods of all others are replaced (data-view-methods.ts). */
export function NativeDataView(): void {
  // Only its prototype matters.
}
NativeDataView.prototype = Object.create(
  Object.prototype,
  Object.getOwnPropertyDescriptors(DataView.prototype),
) as object;

/** Bytes as known to a thread, as words of the models. No access here is visible. */
export class RawMemory {
  private readonly data: DataView;

  constructor(buffer: ArrayBufferLike) {
    this.data = Reflect.construct(DataView, [buffer], NativeDataView) as DataView;
  }

  peek(offset: number, size: CellSize): number {
    switch (size) {
      case 1:
        return this.data.getUint8(offset);
      case 2:
        return this.data.getUint16(offset, true);
      case 4:
        return this.data.getInt32(offset, true);
      default:
        return encodeWide(this.data.getBigInt64(offset, true));
    }
  }

  poke(offset: number, size: CellSize, word: number): void {
    switch (size) {
      case 1:
        this.data.setUint8(offset, word);
        break;
      case 2:
        this.data.setUint16(offset, word, true);
        break;
      case 4:
        this.data.setInt32(offset, word, true);
        break;
      default:
        this.data.setBigInt64(offset, decodeWide(word), true);
        break;
    }
  }
}
