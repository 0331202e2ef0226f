/**
 * The way a program interprets bytes in memory as a number: the class of its typed array, or the method of its
 * DataView. It is here because the front end and recordings name numbers so, and share no other package.
 */
export type ElementType =
  | 'Int8'
  | 'Uint8'
  | 'Int16'
  | 'Uint16'
  | 'Int32'
  | 'Uint32'
  | 'Float16'
  | 'Float32'
  | 'Float64'
  | 'BigInt64'
  | 'BigUint64'
  | `${'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'Float16' | 'Float32' | 'Float64' | 'BigInt64' | 'BigUint64'} big-endian`;

const scratch = new DataView(new ArrayBuffer(8));

/** Size and read function by element type, without the byte order. */
const readers: Readonly<Record<string, readonly [size: number, read: (little: boolean) => number | bigint]>> = {
  Int8: [1, () => scratch.getInt8(0)],
  Uint8: [1, () => scratch.getUint8(0)],
  Int16: [2, (little) => scratch.getInt16(0, little)],
  Uint16: [2, (little) => scratch.getUint16(0, little)],
  Int32: [4, (little) => scratch.getInt32(0, little)],
  Uint32: [4, (little) => scratch.getUint32(0, little)],
  Float16: [2, (little) => halfOf(scratch.getUint16(0, little))],
  Float32: [4, (little) => scratch.getFloat32(0, little)],
  Float64: [8, (little) => scratch.getFloat64(0, little)],
  BigInt64: [8, (little) => scratch.getBigInt64(0, little)],
  BigUint64: [8, (little) => scratch.getBigUint64(0, little)],
};

/** Decodes a half-precision number. Node 22 has no Float16Array, but reads recordings that contain such numbers. */
function halfOf(bits: number): number {
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

export function isElementType(value: unknown): value is ElementType {
  return typeof value === 'string' && Object.hasOwn(readers, value.replace(/ big-endian$/, ''));
}

/** Returns the size in bytes. */
export function sizeOfElement(form: ElementType): number {
  return readers[form.split(' ')[0]!]![0];
}

/**
 * Formats the lowest `size` bytes of `bits` as JavaScript would write the number. Bytes that are not one number of this
 * type are listed one by one, in the order of memory; a part of a number is shown as an unsigned one.
 */
export function showNumber(bits: bigint, size: number, form: ElementType | undefined): string {
  const unsigned = BigInt.asUintN(8 * size, bits);
  if (form !== undefined) {
    const [name = '', order] = form.split(' ');
    const [formSize, read] = readers[name]!;
    if (formSize === size) {
      scratch.setBigUint64(0, unsigned, true);
      return literal(read(order === undefined));
    }
    if (formSize > size) return String(unsigned);
  }
  if (size === 1) return String(unsigned);
  const bytes = Array.from({ length: size }, (_, i) => String((unsigned >> BigInt(8 * i)) & 0xffn));
  return `[${bytes.join(', ')}]`;
}

function literal(value: number | bigint): string {
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}
