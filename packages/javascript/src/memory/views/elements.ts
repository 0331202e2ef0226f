import { current } from '../../world/running/current.js';
import { nameElement, readElement, writeElement } from './visible-accesses.js';
import type { Element, ElementKind, TypedArray } from '../model/kinds.js';
import { elementsIn, readRange } from './ranges.js';
import type { SharedView } from './views.js';
import { shared } from './views.js';

/**
 * The elements of a shared typed array for a native that iterates over them. Callbacks change `current.site`, so every
 * access restores the site of the native's call.
 */
export class Elements {
  readonly kind: ElementKind;
  readonly length: number;
  readonly view: SharedView;
  private readonly site = current.site;

  constructor(view: SharedView) {
    this.view = view;
    this.kind = view.kind!;
    this.length = view.length;
  }

  get(index: number): Element | undefined {
    current.site = this.site;
    return readElement(this.view, index);
  }

  set(index: number, value: unknown): void {
    current.site = this.site;
    writeElement(this.view, index, value);
  }

  /** For copies: preserves the bits of a NaN. */
  word(index: number): number {
    current.site = this.site;
    nameElement(this.view, index);
    return this.view.memory.read(this.view.offset + index * this.kind.size, this.kind.size, 'plain');
  }

  setWord(index: number, word: number): void {
    current.site = this.site;
    nameElement(this.view, index);
    this.view.memory.write(this.view.offset + index * this.kind.size, this.kind.size, word, 'plain');
  }
}

/** Returns an unshared typed array of the same kind with these elements. */
export function snapshot(view: SharedView, start = 0, end = view.length): TypedArray {
  const copy = new view.kind!.make(Math.max(end - start, 0));
  readRange(elementsIn(view, start, end), new Uint8Array(copy.buffer));
  return copy;
}

/** `target[index] = value` for a typed array that may be shared. */
export function assign(target: object, index: number, value: unknown): void {
  const view = shared(target);
  if (view === undefined) (target as Record<number, unknown>)[index] = value;
  else writeElement(view, index, value);
}
