import { current } from '../../world/running/current.js';
import { relativeIndex, toInteger } from '../views/coercions.js';
import { unsharedResult } from './constructors.js';
import { Elements, assign, snapshot } from '../views/elements.js';
import type { Element, TypedArray } from '../model/kinds.js';
import type { Native } from '../views/replace.js';
import { callNative, disguised, method, replace } from '../views/replace.js';
import { areBlocks, elementsIn, writeRange } from '../views/ranges.js';
import { RawMemory } from '../model/raw-memory.js';
import { setElements } from './typed-array-set.js';
import { elementKindOf, shared } from '../views/views.js';
import { isObject } from '../../world/objects/is-object.js';

type Callback = (this: unknown, ...args: readonly unknown[]) => unknown;

/** A method call on a shared typed array. */
interface Call {
  readonly elements: Elements;
  readonly self: object;
  readonly args: readonly unknown[];
  readonly native: Native;
}

/** Calls the callback of `forEach` and similar methods for each element until `stop` accepts its result. */
function visit(call: Call, stop: (result: unknown, index: number, value: Element) => boolean, backwards = false): void {
  const { elements, self, args } = call;
  const callback = callbackOf(call);
  const { length } = elements;
  for (let i = 0; i < length; i++) {
    const index = backwards ? length - 1 - i : i;
    const value = elements.get(index)!;
    if (stop(callNative(callback, args[1], [value, index, self]), index, value)) return;
  }
}

function callbackOf({ self, args, native }: Call): Callback {
  // The native throws before it accesses anything.
  if (typeof args[0] !== 'function') callNative(native, self, args);
  return args[0] as Callback;
}

function search(call: Call, backwards: boolean): { readonly index: number; readonly value: Element | undefined } {
  let found: { readonly index: number; readonly value: Element | undefined } = { index: -1, value: undefined };
  const stop = (result: unknown, index: number, value: Element): boolean => {
    if (Boolean(result)) found = { index, value };
    return Boolean(result);
  };
  visit(call, stop, backwards);
  return found;
}

function reduce(call: Call, backwards: boolean): unknown {
  const { elements, self, args, native } = call;
  const callback = callbackOf(call);
  const { length } = elements;
  const given = args.length > 1;
  if (length === 0 && !given) return callNative(native, self, args);
  const at = (i: number): number => (backwards ? length - 1 - i : i);
  let sum = given ? args[1] : elements.get(at(0));
  for (let i = given ? 0 : 1; i < length; i++) {
    sum = callNative(callback, undefined, [sum, elements.get(at(i)), at(i), self]);
  }
  return sum;
}

/**
 * Creates a typed array of the class that methods like `map` return. It is unshared unless the class overrides its
 * species unusually.
 */
function speciesCreate(self: object, elements: Elements, length: number): object {
  const { constructor } = self as { readonly constructor?: unknown };
  let species: unknown = undefined;
  if (constructor !== undefined) {
    if (!isObject(constructor)) throw new TypeError('The .constructor property is not an object');
    species = Reflect.get(constructor, Symbol.species);
  }
  const made: unknown = Reflect.construct((species ?? elements.kind.make) as new () => object, [length]);
  const kind = elementKindOf(made);
  if (kind === undefined) throw new TypeError('this is not a typed array.');
  if ((made as TypedArray).length < length)
    throw new TypeError('Derived TypedArray constructor created an array which was too small');
  if (kind.isBig !== elements.kind.isBig) throw new TypeError('Content type is not the same');
  return made as object;
}

/** Returns the index of the first equal element from `from` on, in the direction of `step`. */
function seek({ elements, args }: Call, from: number, step: 1 | -1, nanToo: boolean): number {
  for (let i = from; i >= 0 && i < elements.length; i += step) {
    const value = elements.get(i);
    if (value === args[0] || (nanToo && value !== value && args[0] !== args[0])) return i;
  }
  return -1;
}

function forwards(call: Call, nanToo: boolean): number {
  const { length } = call.elements;
  return length === 0 ? -1 : seek(call, relativeIndex(call.args[1], length, 0), 1, nanToo);
}

function sorted({ elements, self, args, native }: Call): TypedArray {
  const [compare] = args;
  if (compare !== undefined && typeof compare !== 'function') callNative(native, self, args);
  const copy = snapshot(elements.view);
  return (copy as { sort(compare: unknown): TypedArray }).sort(compare);
}

const methods: Readonly<Record<string, (call: Call) => unknown>> = {
  at: ({ elements, args }) => {
    const index = toInteger(args[0]);
    return elements.get(index < 0 ? elements.length + index : index);
  },

  copyWithin: ({ elements, self, args }) => {
    const { length } = elements;
    const to = relativeIndex(args[0], length, 0);
    const from = relativeIndex(args[1], length, 0);
    const count = Math.min(relativeIndex(args[2], length, length) - from, length - to);
    if (count <= 0) return self;
    const target = elementsIn(elements.view, to, to + count);
    if (areBlocks(elementsIn(elements.view, from, from + count), target)) {
      writeRange(target, bytesIn(snapshot(elements.view, from, from + count)));
      return self;
    }
    const backwards = from < to && to < from + count;
    for (let i = 0; i < count; i++) {
      const k = backwards ? count - 1 - i : i;
      elements.setWord(to + k, elements.word(from + k));
    }
    return self;
  },

  every: (call) => {
    let all = true;
    visit(call, (result) => !(all = Boolean(result)));
    return all;
  },

  fill: ({ elements, self, args }) => {
    const word = elements.kind.toWord(args[0]);
    const start = relativeIndex(args[1], elements.length, 0);
    const end = relativeIndex(args[2], elements.length, elements.length);
    const copy = new elements.kind.make(Math.max(end - start, 0));
    const raw = new RawMemory(copy.buffer);
    for (let i = 0; i < copy.length; i++) raw.poke(i * elements.kind.size, elements.kind.size, word);
    writeRange(elementsIn(elements.view, start, end), bytesIn(copy));
    return self;
  },

  filter: (call) => {
    const kept: Element[] = [];
    visit(call, (result, _index, value) => {
      if (Boolean(result)) kept.push(value);
      return false;
    });
    const made = speciesCreate(call.self, call.elements, kept.length);
    kept.forEach((value, i) => assign(made, i, value));
    return made;
  },

  find: (call) => search(call, false).value,
  findIndex: (call) => search(call, false).index,
  findLast: (call) => search(call, true).value,
  findLastIndex: (call) => search(call, true).index,
  forEach: (call) => visit(call, () => false),
  includes: (call) => forwards(call, true) >= 0,
  indexOf: (call) => forwards(call, false),
  join: ({ elements, args }) => {
    const separator = args[0] === undefined ? ',' : toText(args[0]);
    return snapshot(elements.view).join(separator);
  },

  lastIndexOf: (call) => {
    const { elements, args } = call;
    if (elements.length === 0) return -1;
    const from = args.length > 1 ? toInteger(args[1]) : elements.length - 1;
    return seek(call, from < 0 ? elements.length + from : Math.min(from, elements.length - 1), -1, false);
  },

  map: (call) => {
    callbackOf(call);
    const made = speciesCreate(call.self, call.elements, call.elements.length);
    visit(call, (result, index) => {
      assign(made, index, result);
      return false;
    });
    return made;
  },

  reduce: (call) => reduce(call, false),
  reduceRight: (call) => reduce(call, true),

  reverse: ({ elements, self }) => {
    for (let low = 0, high = elements.length - 1; low < high; low++, high--) {
      const [first, last] = [elements.word(low), elements.word(high)];
      elements.setWord(low, last);
      elements.setWord(high, first);
    }
    return self;
  },

  slice: ({ elements, self, args }) => {
    const start = relativeIndex(args[0], elements.length, 0);
    const end = relativeIndex(args[1], elements.length, elements.length);
    const made = speciesCreate(self, elements, Math.max(end - start, 0));
    setElements(made as TypedArray, snapshot(elements.view, start, end), 0);
    return made;
  },

  some: (call) => {
    let any = false;
    visit(call, (result) => (any = Boolean(result)));
    return any;
  },

  sort: (call) => {
    setElements(call.self as TypedArray, sorted(call), 0);
    return call.self;
  },

  toLocaleString: ({ elements, args, native }: Call) => callNative(native, snapshot(elements.view), args),

  toReversed: ({ elements }) => {
    const made = new elements.kind.make(elements.length);
    for (let i = 0; i < elements.length; i++) assign(made, i, elements.get(elements.length - 1 - i));
    return made;
  },

  toSorted: sorted,

  with: ({ elements, args }) => {
    const index = toInteger(args[0]);
    const at = index < 0 ? elements.length + index : index;
    const value = elements.kind.fromWord(elements.kind.toWord(args[1]));
    if (at < 0 || at >= elements.length) throw new RangeError('Invalid typed array index');
    const made = new elements.kind.make(elements.length);
    for (let i = 0; i < elements.length; i++) assign(made, i, i === at ? value : elements.get(i));
    return made;
  },
};

function bytesIn(copy: TypedArray): Uint8Array {
  return new Uint8Array(copy.buffer);
}

function toText(value: unknown): string {
  // Like the language's conversion to a string; `String` would accept symbols.
  return ''.concat(value as string);
}

const typedArrayPrototype = Object.getPrototypeOf(Int8Array.prototype) as object;
const arrayIteratorPrototype = Object.getPrototypeOf([][Symbol.iterator]()) as object;

/** An iterator over a shared typed array. Set-up code may create it, and a thread may advance it. */
function iterator(view: Elements, give: (index: number) => unknown): object {
  let index = 0;
  let done = false;
  const next = (): IteratorResult<unknown> => {
    done ||= index >= view.length;
    return done ? { value: undefined, done } : { value: give(index++), done };
  };
  const made = Object.create(arrayIteratorPrototype) as object;
  return Object.defineProperty(made, 'next', { value: next, writable: true, configurable: true });
}

function replaceIterator(key: string, give: (elements: Elements, index: number) => unknown): void {
  const native = Reflect.get(typedArrayPrototype, key) as Native;
  const replacement = method((self) => {
    const view = current.world === undefined ? undefined : shared(self);
    if (view?.kind === undefined) return callNative(native, self, []);
    const elements = new Elements(view);
    return iterator(elements, (index) => give(elements, index));
  });
  Object.defineProperty(typedArrayPrototype, key, {
    value: disguised(native, replacement),
    writable: true,
    configurable: true,
  });
}

/** Methods whose result may be constructed by a class of the program. */
const MAKERS = new Set(['filter', 'map', 'slice']);

/** Makes the methods of typed arrays visible. */
export function replaceTypedArrayMethods(): void {
  for (const [name, body] of Object.entries(methods)) {
    replace(typedArrayPrototype, name, (native, self, args) => {
      const view = shared(self);
      if (view === undefined && MAKERS.has(name)) return { result: unsharedResult(callNative(native, self, args)) };
      if (view?.kind === undefined) return undefined;
      return { result: body({ elements: new Elements(view), self: self as object, args, native }) };
    });
  }
  replace(typedArrayPrototype, 'set', (_native, self, args) => {
    if (elementKindOf(self) === undefined || (shared(self) === undefined && shared(args[0]) === undefined))
      return undefined;
    setElements(self as TypedArray, args[0], args[1]);
    return { result: undefined };
  });
  replaceIterator('keys', (_elements, index) => index);
  replaceIterator('entries', (elements, index) => [index, elements.get(index)]);
  replaceIterator('values', (elements, index) => elements.get(index));
  const values: unknown = Reflect.get(typedArrayPrototype, 'values');
  Object.defineProperty(typedArrayPrototype, Symbol.iterator, { value: values, writable: true, configurable: true });
}
