import type { VariadicArguments } from '../../runtime/base/services.js';

/**
 * The variadic arguments of a call in the layout of WebAssembly compilers: consecutive values, each with room for a
 * pointer.
 */
export class PackedArguments implements VariadicArguments {
  private readonly memory: DataView;
  private readonly pointerSize: 4 | 8;
  private at: number;

  constructor(memory: DataView, buffer: number, pointerSize: 4 | 8) {
    this.memory = memory;
    this.at = buffer;
    this.pointerSize = pointerSize;
  }

  int(): number {
    return this.memory.getInt32(this.take(4), true);
  }

  long(): bigint {
    return this.memory.getBigInt64(this.take(8), true);
  }

  double(): number {
    return this.memory.getFloat64(this.take(8), true);
  }

  pointer(): number {
    const at = this.take(this.pointerSize);
    return this.pointerSize === 8 ? Number(this.memory.getBigUint64(at, true)) : this.memory.getUint32(at, true);
  }

  private take(size: number): number {
    const slot = Math.max(size, this.pointerSize);
    const at = Math.ceil(this.at / slot) * slot;
    this.at = at + slot;
    return at;
  }
}
