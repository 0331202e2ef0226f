import { BASE_UNIT } from '@fencepost/javascript/recorded';

interface Known {
  readonly bytes: Uint8Array;
  readonly base: number;
}

/**
 * The addresses of SharedArrayBuffers. A buffer is another object in each thread, and nothing identifies equal ones. So
 * one is changed for a moment, and the others are compared with it. No thread takes a step meanwhile.
 */
export class Buffers {
  /** By length: buffers of different lengths cannot be the same. */
  private readonly known = new Map<number, Known[]>();
  /** Next free address in units; 0 is not an address. */
  private next = 1;

  baseOf(buffer: SharedArrayBuffer): number {
    const length = lengthOf(buffer);
    const bytes = new Uint8Array(buffer);
    const alike = this.known.get(length) ?? [];
    const same = alike.find((each) => isSame(each.bytes, bytes));
    if (same !== undefined) return same.base;
    const base = this.next;
    this.next += Math.ceil((length + 1) / BASE_UNIT);
    this.known.set(length, [...alike, { bytes, base }]);
    return base;
  }
}

/** Returns the maximum length, as the buffer may grow. */
function lengthOf(buffer: SharedArrayBuffer): number {
  const most = Reflect.get(buffer, 'maxByteLength') as number | undefined;
  return most ?? buffer.byteLength;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length === 0 || Atomics.load(one, 0) !== Atomics.load(other, 0)) return false;
  Atomics.xor(one, 0, 0xff);
  const changed = Atomics.load(one, 0) === Atomics.load(other, 0);
  Atomics.xor(one, 0, 0xff);
  return changed;
}
