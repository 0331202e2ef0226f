import { toInteger } from './coercions.js';
import { Elements, snapshot } from './elements.js';
import type { ElementKind, TypedArray } from './kinds.js';
import { RawMemory } from './raw-memory.js';
import { elementKindOf, shared } from './views.js';

/** A source or target of elements, shared or not, as words of their kind. */
interface Words {
  readonly kind: ElementKind;
  readonly length: number;
  word(index: number): number;
  setWord(index: number, word: number): void;
}

function wordsOf(array: TypedArray): Words {
  const view = shared(array);
  if (view !== undefined) return new Elements(view);
  const kind = elementKindOf(array)!;
  const raw = new RawMemory(array.buffer);
  const at = (index: number): number => array.byteOffset + index * kind.size;
  return {
    kind,
    length: array.length,
    word: (index) => raw.peek(at(index), kind.size),
    setWord: (index, word) => raw.poke(at(index), kind.size, word),
  };
}

/** `target.set(source, offset)`, element by element. */
export function setElements(target: TypedArray, source: unknown, offset: unknown): void {
  const start = toInteger(offset);
  if (start < 0) throw new RangeError('offset is out of bounds');
  if (elementKindOf(source) === undefined) setFromList(wordsOf(target), source, start);
  else setFromTypedArray(target, source as TypedArray, start);
}

function setFromTypedArray(target: TypedArray, source: TypedArray, start: number): void {
  const to = wordsOf(target);
  const kind = elementKindOf(source)!;
  if (start + source.length > to.length) throw new RangeError('offset is out of bounds');
  if (to.kind.isBig !== kind.isBig) throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
  const view = shared(source);
  // Within one buffer everything is read before anything is written.
  const from = wordsOf(view !== undefined && source.buffer === target.buffer ? snapshot(view) : source);
  const sameBits = kind === to.kind;
  for (let i = 0; i < from.length; i++) {
    const word = from.word(i);
    to.setWord(start + i, sameBits ? word : to.kind.toWord(kind.fromWord(word)));
  }
}

function setFromList(to: Words, source: unknown, start: number): void {
  const list = Object(source) as ArrayLike<unknown>;
  if (source === undefined || source === null) throw new TypeError('Cannot convert undefined or null to object');
  const length = Math.min(Math.max(toInteger(list.length), 0), Number.MAX_SAFE_INTEGER);
  if (start + length > to.length) throw new RangeError('offset is out of bounds');
  for (let i = 0; i < length; i++) to.setWord(start + i, to.kind.toWord(list[i]));
}
