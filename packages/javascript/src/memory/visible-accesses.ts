import type { ElementType } from '@fencepost/core';
import type { Element } from './kinds.js';
import type { SharedView } from './views.js';

/** Reports use the name that memory has where it is first accessed. `form`: as it is accessed through a DataView. */
export function nameElement({ memory, offset, kind }: SharedView, index: number, form?: ElementType): void {
  const unit = kind?.size ?? 1;
  memory.name(offset + index * unit, index, unit, form ?? kind?.form ?? 'Uint8');
}

/** Undefined: there is no such element. */
export function readElement(view: SharedView, index: number): Element | undefined {
  const { kind, length } = view;
  if (kind === undefined || !isIndex(index, length)) return undefined;
  nameElement(view, index);
  return view.memory.readElement(kind, view.offset + index * kind.size);
}

/** The value is converted even if there is no such element. */
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
 * The element that a property key denotes, if it is a canonical numeric string: then it is never an ordinary property,
 * though the element may not exist (`-0`, `1.5`).
 */
export function indexOfKey(key: unknown): number | undefined {
  if (typeof key === 'number') return key + 0;
  if (typeof key !== 'string') return undefined;
  if (key === '-0') return NaN;
  const index = Number(key);
  return String(index) === key ? index : undefined;
}

/** A computed key as a property key; calls `toString` of an object once. */
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
