import type { ElementType } from '@fencepost/core';
import type { Element } from '../model/kinds.js';
import type { SharedView } from './views.js';

/**
 * Names the memory after the expression that first accesses it, for reports. `form`: element type of an access through
 * a DataView.
 */
export function nameElement({ memory, offset, kind }: SharedView, index: number, form?: ElementType): void {
  const unit = kind?.size ?? 1;
  memory.name(offset + index * unit, index, unit, form ?? kind?.form ?? 'Uint8');
}

/** Returns undefined if the element does not exist. */
export function readElement(view: SharedView, index: number): Element | undefined {
  const { kind, length } = view;
  if (kind === undefined || !isIndex(index, length)) return undefined;
  nameElement(view, index);
  return view.memory.readElement(kind, view.offset + index * kind.size);
}

/** Converts the value even if the element does not exist. */
export function writeElement(view: SharedView, index: number, value: unknown): void {
  const { kind, length } = view;
  if (kind === undefined) return;
  const element = kind.toElement(value);
  if (!isIndex(index, length)) return;
  nameElement(view, index);
  view.memory.writeElement(kind, view.offset + index * kind.size, element);
}

function isIndex(index: number, length: number): boolean {
  return index >= 0 && index < length && Number.isInteger(index);
}

/**
 * Returns the index of the element that a property key denotes. A canonical numeric string is never an ordinary
 * property of a typed array, though the element may not exist (`-0`, `1.5`).
 */
export function indexOfKey(key: unknown): number | undefined {
  if (typeof key === 'number') return key + 0;
  if (typeof key !== 'string') return undefined;
  if (key === '-0') return NaN;
  const index = Number(key);
  return String(index) === key ? index : undefined;
}

/** Converts a computed key to a property key; calls `toString` of an object once. */
export function propertyKey(key: unknown): string | number | symbol {
  switch (typeof key) {
    case 'number':
    case 'string':
    case 'symbol':
      return key;
    case 'object':
    case 'function':
      return Reflect.ownKeys({ [key as never]: 0 })[0]!;
    default:
      return String(key);
  }
}
