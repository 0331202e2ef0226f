import type { CellSize, ElementType } from '@fencepost/core';
import { decodeWide, encodeWide } from '@fencepost/core';

/** All kinds of typed arrays. */
export type TypedArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** An element of a typed array. */
export type Element = number | bigint;

/** The kind of a typed array's elements, and their conversion to words of the models and back. */
export interface ElementKind {
  /** `Int32` for `Int32Array` and `getInt32`. */
  readonly name: string;
  /** Form in which reports show its elements. */
  readonly form: ElementType;
  readonly size: CellSize;
  readonly isBig: boolean;
  /** Whether `Atomics` works on such elements. */
  readonly isAtomic: boolean;
  readonly make: new (source: number | ArrayBufferLike) => TypedArray;
  /** Converts like an assignment to an element: runs `valueOf`, and throws the same errors. */
  toElement(value: unknown): Element;
  /** Converts likewise, and returns a word. */
  toWord(value: unknown): number;
  fromWord(word: number): Element;
}

/** Memory for reinterpreting values. User code in a conversion runs before the value is written here. */
const scratch = new ArrayBuffer(8);
const bytes = new Uint8Array(scratch);
const halves = new Uint16Array(scratch);
const words = new Int32Array(scratch);
const singles = new Float32Array(scratch);
const doubles = new Float64Array(scratch);
const wides = new BigInt64Array(scratch);

/** Canonical NaNs, so that a run does not depend on how V8 compiled it. */
const HALF_NAN = 0x7e00;
const SINGLE_NAN = 0x7fc0_0000;
const DOUBLE_NAN = 0x7ff8_0000_0000_0000n;

/** No element of a typed array has 16 bytes. */
type ElementSize = Exclude<CellSize, 16>;

const wordAt: Readonly<Record<ElementSize, () => number>> = {
  1: () => bytes[0]!,
  2: () => halves[0]!,
  4: () => words[0]!,
  8: () => encodeWide(wides[0]!),
};

function kind(
  make: ElementKind['make'],
  fromWord: (word: number) => Element,
  isAtomic: boolean,
  isBig = false,
): ElementKind {
  const slot: Record<number, unknown> & ArrayBufferView = new make(scratch);
  const size = (scratch.byteLength / new make(scratch).length) as ElementSize;
  const word = wordAt[size];
  const toWord = (value: unknown): number => {
    slot[0] = value;
    return word();
  };
  const toElement = isBig ? toBigInt : toNumber;
  const name = make.name.replace('Array', '');
  const form = name.replace('Clamped', '') as ElementType;
  return { name, form, size, isBig, isAtomic, make, toElement, toWord, fromWord };
}

/** ToNumber, which refuses BigInts, unlike `Number`. */
function toNumber(value: unknown): number {
  return Math.max(value as number);
}

/** ToBigInt, which the language does not export: no BigInt is longer than this. */
export function toBigInt(value: unknown): bigint {
  return BigInt.asIntN(Number.MAX_SAFE_INTEGER, value as bigint);
}

const float32: ElementKind = {
  ...kind(Float32Array, () => 0, false),
  toWord: (value) => {
    (singles as Record<number, unknown>)[0] = value;
    return Number.isNaN(singles[0]) ? SINGLE_NAN : words[0]!;
  },
  fromWord: (word) => {
    words[0] = word;
    return singles[0]!;
  },
};

const float64: ElementKind = {
  ...kind(Float64Array, () => 0, false),
  toWord: (value) => {
    (doubles as Record<number, unknown>)[0] = value;
    return encodeWide(Number.isNaN(doubles[0]) ? DOUBLE_NAN : wides[0]!);
  },
  fromWord: (word) => {
    wides[0] = decodeWide(word);
    return doubles[0]!;
  },
};

/** Available in Node 24 and later. */
function float16(): readonly ElementKind[] {
  const { Float16Array } = globalThis as { readonly Float16Array?: new (buffer: ArrayBuffer) => Float32Array };
  if (Float16Array === undefined) return [];
  const values: Record<number, unknown> = new Float16Array(scratch);
  return [
    {
      ...kind(Float16Array as ElementKind['make'], () => 0, false),
      toWord: (value) => {
        values[0] = value;
        return Number.isNaN(values[0]) ? HALF_NAN : halves[0]!;
      },
      fromWord: (word) => {
        halves[0] = word;
        return values[0] as number;
      },
    },
  ];
}

const itself = (word: number): number => word;

/** One for each class of typed arrays. */
export const KINDS: readonly ElementKind[] = [
  kind(Int8Array, (word) => (word << 24) >> 24, true),
  kind(Uint8Array, itself, true),
  kind(Uint8ClampedArray, itself, false),
  kind(Int16Array, (word) => (word << 16) >> 16, true),
  kind(Uint16Array, itself, true),
  kind(Int32Array, itself, true),
  kind(Uint32Array, (word) => word >>> 0, true),
  ...float16(),
  float32,
  float64,
  kind(BigInt64Array, decodeWide, true, true),
  kind(BigUint64Array, (word) => BigInt.asUintN(64, decodeWide(word)), true, true),
];

const byName = new Map(KINDS.map((each) => [`${each.name}Array`, each]));

/** Returns the kind for a typed array's `Symbol.toStringTag`, which no subclass changes. */
export function kindNamed(tag: string | undefined): ElementKind | undefined {
  return tag === undefined ? undefined : byName.get(tag);
}

const natives = new Set<unknown>(KINDS.map(({ make }) => make));

/** Returns whether this is one of the language's own typed array classes, not a subclass. */
export function isNativeConstructor(constructor: unknown): boolean {
  return natives.has(constructor);
}

/** Returns the bits of a word as an unsigned number. */
export function bitsOf(word: number, size: CellSize): bigint {
  return BigInt.asUintN(8 * size, size === 8 ? decodeWide(word) : BigInt(word));
}

/** Returns the word for these bits; the inverse of `bitsOf`. */
export function wordOf(bits: bigint, size: CellSize): number {
  if (size === 8) return encodeWide(bits);
  const low = Number(BigInt.asUintN(8 * size, bits));
  return size === 4 ? low | 0 : low;
}
