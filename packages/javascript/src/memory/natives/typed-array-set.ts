import { types } from '#host/types';
import { toInteger } from '../views/coercions.js';
import { Elements, snapshot } from '../views/elements.js';
import type { ElementKind, TypedArray } from '../model/kinds.js';
import { areBlocks, elementsIn, writeRange } from '../views/ranges.js';
import { RawMemory } from '../model/raw-memory.js';
import { elementKindOf, shared } from '../views/views.js';

/** `target.set(source, offset)`. */
export function setElements(target: TypedArray, source: unknown, offset: unknown): void {
  const start = toInteger(offset);
  if (start < 0) throw new RangeError('offset is out of bounds');
  if (elementKindOf(source) === undefined) setFromList(target, source, start);
  else setFromTypedArray(target, source as TypedArray, start);
}

function setFromTypedArray(target: TypedArray, source: TypedArray, start: number): void {
  const [kind, to] = [elementKindOf(source)!, elementKindOf(target)!];
  const { length } = source;
  if (start + length > target.length) throw new RangeError('offset is out of bounds');
  if (to.isBig !== kind.isBig) throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
  const [from, into] = [shared(source), shared(target)];
  // Within one buffer all elements are read before any is written.
  if (from === undefined || into === undefined || source.buffer === target.buffer) {
    write(target, start, converted(from === undefined ? source : snapshot(from), kind, to));
  } else if (areBlocks(elementsIn(from, 0, length), elementsIn(into, start, start + length))) {
    write(target, start, converted(snapshot(from), kind, to));
  } else copyOneByOne(new Elements(from), new Elements(into), start);
}

function copyOneByOne(from: Elements, to: Elements, start: number): void {
  for (let i = 0; i < from.length; i++) {
    const word = from.word(i);
    to.setWord(start + i, from.kind === to.kind ? word : to.kind.toWord(from.kind.fromWord(word)));
  }
}

/** Returns an unshared copy of the elements, converted to another kind. */
function converted(source: TypedArray, kind: ElementKind, to: ElementKind): TypedArray {
  if (kind === to) return source;
  const made = new to.make(source.length);
  const [from, into] = [new RawMemory(source.buffer), new RawMemory(made.buffer)];
  for (let i = 0; i < source.length; i++) {
    const word = from.peek(source.byteOffset + i * kind.size, kind.size);
    into.poke(i * to.size, to.size, to.toWord(kind.fromWord(word)));
  }
  return made;
}

/** Writes elements of the same kind, preserving the bits of a NaN. */
function write(target: TypedArray, start: number, source: TypedArray): void {
  const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const view = shared(target);
  if (view !== undefined) writeRange(elementsIn(view, start, start + source.length), bytes);
  else new Uint8Array(target.buffer, target.byteOffset + start * target.BYTES_PER_ELEMENT, bytes.length).set(bytes);
}

function setFromList(target: TypedArray, source: unknown, start: number): void {
  const elements = new Elements(shared(target)!);
  const { kind } = elements;
  const list = Object(source) as ArrayLike<unknown>;
  if (source === undefined || source === null) throw new TypeError('Cannot convert undefined or null to object');
  const length = Math.min(Math.max(toInteger(list.length), 0), Number.MAX_SAFE_INTEGER);
  if (start + length > target.length) throw new RangeError('offset is out of bounds');
  if (!isInert(source, kind)) {
    for (let i = 0; i < length; i++) elements.setWord(start + i, kind.toWord(list[i]));
    return;
  }
  const copy = new kind.make(length);
  const raw = new RawMemory(copy.buffer);
  for (let i = 0; i < length; i++) raw.poke(i * kind.size, kind.size, kind.toWord(list[i]));
  write(target, start, copy);
}

/**
 * Returns whether its elements can be read and converted without running code of the program and without an exception.
 */
function isInert(source: unknown, { isBig }: ElementKind): boolean {
  if (!Array.isArray(source) || types.isProxy(source)) return false;
  const type = isBig ? 'bigint' : 'number';
  for (let i = 0; i < source.length; i++) {
    if (typeof Object.getOwnPropertyDescriptor(source, i)?.value !== type) return false;
  }
  return true;
}
